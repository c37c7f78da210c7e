/** An argument of an annotation: its name, if the code states it, and what holds its value. */
interface Argument<T> {
  readonly name: string | undefined;
  readonly value: T;
}

/**
 * The names of what gives a field its key in data, each with the argument that holds the key. They are annotations of
 * Java, attributes of C#, functions of Python and decorators of TypeScript.
 */
const ROWS = {
  java: {
    // https://fasterxml.github.io/jackson-annotations/javadoc/2.14/com/fasterxml/jackson/annotation/JsonProperty.html
    JsonProperty: "value",
    JsonAlias: "value",
    // https://www.javadoc.io/doc/com.google.code.gson/gson/latest/com.google.gson/com/google/gson/annotations/SerializedName.html
    SerializedName: "value",
    // https://kotlinlang.org/api/kotlinx.serialization/kotlinx-serialization-core/kotlinx.serialization/-serial-name/
    SerialName: "value",
    // https://github.com/square/moshi
    Json: "name",
    BsonProperty: "value",
    JsonbProperty: "value",
    JSONField: "name",
  },
  csharp: {
    JsonPropertyName: "name",
    JsonProperty: "PropertyName",
    DataMember: "Name",
  },
  // https://jcristharif.com/msgspec/structs.html#renaming-fields
  python: { field: "name" },
  // https://github.com/typestack/class-transformer#exposing-properties-with-different-names
  javascript: { Expose: "name" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const TABLES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(ROWS).map(([language, rows]) => [language, new Map<string, string>(Object.entries(rows))]),
);

/** Returns the argument that holds the key. `undefined` if such an annotation names none. */
export function keyArgument(language: keyof typeof ROWS, annotation: string): string | undefined {
  const written = annotation.slice(annotation.lastIndexOf(".") + 1);
  return TABLES.get(language)?.get(language === "csharp" ? written.replace(/Attribute$/, "") : written);
}

/** Returns what holds the key among the arguments of an annotation: the named one, or the first without a name. */
export function keyAmong<T>(
  language: keyof typeof ROWS,
  annotation: string,
  args: readonly Argument<T>[],
): T | undefined {
  const name = keyArgument(language, annotation);
  if (name === undefined) return undefined;
  return (args.find((one) => one.name === name) ?? args.find((one) => one.name === undefined))?.value;
}
