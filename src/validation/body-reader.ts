import { invalidAttribute, invalidValue, missingAttribute, type ApiError } from "./api-error.js";

/**
 * Reads one JSON object attribute by attribute. The contract of the body is checked before: which attributes it has, and
 * of which kinds their values are. `null` counts as absent, as in the service.
 */
export class BodyReader {
  constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    /** The path of the object, with a period at the end. Empty at the root. */
    private readonly prefix: string,
    readonly errors: ApiError[],
  ) {}

  path(name: string): string {
    return this.prefix + name;
  }

  keys(): readonly string[] {
    return Object.keys(this.members);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.members, name) && this.members[name] !== null;
  }

  any(name: string): unknown {
    return this.has(name) ? this.members[name] : undefined;
  }

  boolean(name: string): boolean | undefined {
    return this.any(name) as boolean | undefined;
  }

  number(name: string): number | undefined {
    return this.any(name) as number | undefined;
  }

  text(name: string): string | undefined {
    return this.any(name) as string | undefined;
  }

  oneOf<Name extends string>(name: string, names: readonly Name[]): Name | undefined {
    const value = this.any(name);
    if (value === undefined || names.includes(value as Name)) return value as Name | undefined;
    this.errors.push(invalidValue(this.path(name), value));
    return undefined;
  }

  object(name: string): BodyReader | undefined {
    const value = this.any(name);
    return value === undefined ? undefined : this.#inner(value, this.path(name));
  }

  objects(name: string): BodyReader[] | undefined {
    const value = this.any(name) as readonly unknown[] | undefined;
    return value?.map((element, index) => this.#inner(element, `${this.path(name)}[${index}]`));
  }

  needs(name: string): void {
    if (!this.has(name)) this.errors.push(missingAttribute(this.path(name)));
  }

  refuse(name: string, why: string): void {
    if (Object.hasOwn(this.members, name)) this.errors.push(invalidAttribute(this.path(name), why));
  }

  #inner(value: unknown, path: string): BodyReader {
    return new BodyReader(value as Record<string, unknown>, `${path}.`, this.errors);
  }
}
