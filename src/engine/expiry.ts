import { UsageError } from "../core/errors.js";

/** The numbers of days before its deletion from which a version is a warning, and an error. */
export interface ExpiryDays {
  readonly warning: number;
  readonly error: number;
}

export const DEFAULT_EXPIRY: ExpiryDays = { warning: 90, error: 30 };

/**
 * Reads the expiry options, each with its default. If only one is given, the default of the other changes so that the
 * error does not come before the warning.
 *
 * @param nameOf the name of an option for the user, for messages
 *
 * @throws {UsageError} not a whole number, or an error that comes before the warning
 */
export function expiryOf(
  given: { readonly warning?: string | number | undefined; readonly error?: string | number | undefined },
  nameOf: (option: "expiryWarning" | "expiryError") => string,
): ExpiryDays {
  const warning = daysOf(given.warning, nameOf("expiryWarning"));
  const error = daysOf(given.error, nameOf("expiryError"));
  const days = {
    warning: warning ?? Math.max(DEFAULT_EXPIRY.warning, error ?? 0),
    error: error ?? Math.min(DEFAULT_EXPIRY.error, warning ?? DEFAULT_EXPIRY.error),
  };
  if (days.error <= days.warning) return days;
  throw new UsageError(
    `${nameOf("expiryError")} ${days.error} is more than ${nameOf("expiryWarning")} ${days.warning}`,
    "A version is a warning first, and an error when it ends sooner.",
  );
}

function daysOf(value: string | number | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,5}$/.test(String(value)))
    throw new UsageError(`${option} ${value} is not a number of days`, "Write a whole number from 0 on.");
  return Number(value);
}
