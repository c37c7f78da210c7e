/**
 * A reason why the job could not be done at all. Hosts turn it into one clear line and exit status 2; anything
 * else that is thrown is a defect of this program.
 */
export class V2readyError extends Error {
  override readonly name: string = "V2readyError";
  constructor(
    message: string,
    /** What the user can do about it, one sentence. */
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Unknown flag, rule, target, date; contradictory options. */
export class UsageError extends V2readyError {
  override readonly name = "UsageError";
}

/** A catalog or vocabulary that cannot be read or does not fit its schema. */
export class CatalogError extends V2readyError {
  override readonly name = "CatalogError";
}

/** Nothing to scan, a path that is not there. */
export class InputError extends V2readyError {
  override readonly name = "InputError";
}
