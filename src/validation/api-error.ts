/** An answer that refuses a request, in the service's own form. */
export interface ApiError {
  readonly status: number;
  readonly errorCode: string;
  readonly detail: string;
  readonly parameters: readonly string[];
  /** The reason alone, if `detail` says more. */
  readonly why?: string;
  /** Paths of attributes in the body that the error is about, the best first. It may have only some of them. */
  readonly at?: readonly string[];
}

export function apiError(
  status: number,
  errorCode: string,
  detail: string,
  ...parameters: readonly string[]
): ApiError {
  return { status, errorCode, detail, parameters };
}

/**
 * Makes the error 400 for an attribute that the request may not have, with the detail in the service's table of errors.
 */
export function invalidAttribute(path: string, why?: string): ApiError {
  const detail = `Invalid attribute ${path} specified.${why === undefined ? "" : ` ${why}`}`;
  return { ...apiError(400, "INVALID_ATTRIBUTE", detail, path), ...(why !== undefined && { why }) };
}

/** Makes the error 400 for a text that is not one of the few that an attribute can have. */
export function invalidValue(path: string, value: unknown): ApiError {
  const detail = `An invalid enumeration value ${String(value)} was specified for ${path}.`;
  return {
    ...apiError(400, "INVALID_ENUM_VALUE", detail, path),
    why: `${String(value)} is none of its values.`,
  };
}

export function missingAttribute(path: string): ApiError {
  return apiError(400, "MISSING_ATTRIBUTE", `The required attribute ${path} was not specified.`, path);
}
