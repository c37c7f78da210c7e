/**
 * The reason why a run was not possible. Hosts print it as one line and exit with status 2. Any other error
 * is a defect of this program.
 */
export class V2readyError extends Error {
  override readonly name: string = "V2readyError";
  constructor(
    message: string,
    /** One sentence that tells the user how to solve the problem. */
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** An unknown flag, rule, target or date, or options that contradict each other. */
export class UsageError extends V2readyError {
  override readonly name = "UsageError";
}

/** A catalog or vocabulary that cannot be read or does not match its schema. */
export class CatalogError extends V2readyError {
  override readonly name = "CatalogError";
}

/** There is nothing to scan, or a path does not exist. */
export class InputError extends V2readyError {
  override readonly name = "InputError";
}
