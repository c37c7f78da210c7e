import { apiError, invalidAttribute, missingAttribute, type ApiError } from "../api-error.js";

/**
 * Reads one JSON object attribute by attribute. A value of the wrong type becomes an error. An attribute that was not
 * read when `close` is called is refused: the service rejects unknown attributes, it does not ignore them.
 */
export class BodyReader {
  readonly #read = new Set<string>();

  private constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    /** The path of the object, with a period at the end. Empty at the root. */
    private readonly prefix: string,
    readonly errors: ApiError[],
  ) {}

  static of(value: unknown, path: string, errors: ApiError[]): BodyReader | undefined {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return new BodyReader(value as Record<string, unknown>, path === "" ? "" : `${path}.`, errors);
    errors.push(invalidAttribute(path === "" ? "body" : path, "An object is expected."));
    return undefined;
  }

  path(name: string): string {
    return this.prefix + name;
  }

  keys(): readonly string[] {
    return Object.keys(this.members);
  }

  /** Checks whether a member is present. `null` counts as absent, as in the service. */
  has(name: string): boolean {
    return Object.hasOwn(this.members, name) && this.members[name] !== null;
  }

  any(name: string): unknown {
    this.#read.add(name);
    return this.has(name) ? this.members[name] : undefined;
  }

  ignore(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  boolean(name: string): boolean | undefined {
    const value = this.any(name);
    if (value === undefined || typeof value === "boolean") return value;
    return this.#wrong(name, "A boolean is expected.");
  }

  number(name: string): number | undefined {
    const value = this.any(name);
    if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
    return this.#wrong(name, "A number is expected.");
  }

  integer(name: string, minimum: number, maximum: number): number | undefined {
    const value = this.any(name);
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum)
      return value;
    return this.#wrong(name, `A whole number from ${minimum} to ${maximum} is expected.`);
  }

  text(name: string, form?: RegExp): string | undefined {
    const value = this.any(name);
    if (value === undefined || (typeof value === "string" && (form?.test(value) ?? true))) return value;
    return this.#wrong(name, "Its value is not of the expected form.");
  }

  oneOf<Name extends string>(name: string, names: readonly Name[]): Name | undefined {
    const value = this.any(name);
    if (value === undefined || names.includes(value as Name)) return value as Name | undefined;
    const detail = `An invalid enumeration value ${String(value)} was specified for ${this.path(name)}.`;
    this.errors.push(apiError(400, "INVALID_ENUM_VALUE", detail, this.path(name)));
    return undefined;
  }

  object(name: string): BodyReader | undefined {
    const value = this.any(name);
    return value === undefined ? undefined : BodyReader.of(value, this.path(name), this.errors);
  }

  /** Returns the elements of a list of objects; other elements are left out, with an error. */
  objects(name: string): BodyReader[] | undefined {
    const value = this.any(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.#wrong(name, "A list is expected.");
    return value
      .map((element, index) => BodyReader.of(element, `${this.path(name)}[${index}]`, this.errors))
      .filter((reader) => reader !== undefined);
  }

  needs(...names: readonly string[]): void {
    for (const name of names) if (!this.has(name)) this.errors.push(missingAttribute(this.path(name)));
  }

  refuse(name: string, why?: string): void {
    this.ignore(name);
    if (Object.hasOwn(this.members, name)) this.errors.push(invalidAttribute(this.path(name), why));
  }

  /** Refuses what was not read. */
  close(): void {
    for (const name of this.keys()) {
      if (!this.#read.has(name)) this.errors.push(invalidAttribute(this.path(name)));
    }
  }

  #wrong(name: string, why: string): undefined {
    this.errors.push(invalidAttribute(this.path(name), why));
    return undefined;
  }
}
