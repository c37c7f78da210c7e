/** An answer that refuses a request, in the service's own form. */
export interface ApiError {
  readonly status: number;
  readonly errorCode: string;
  readonly detail: string;
  readonly parameters: readonly string[];
}

/** A refusal on its way to the client. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly error: ApiError,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(error.detail);
  }
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
  return apiError(400, "INVALID_ATTRIBUTE", detail, path);
}

/** Makes the error 400 for a text that is not one of the few that an attribute can have. */
export function invalidValue(path: string, value: unknown): ApiError {
  const detail = `An invalid enumeration value ${String(value)} was specified for ${path}.`;
  return apiError(400, "INVALID_ENUM_VALUE", detail, path);
}

export function missingAttribute(path: string): ApiError {
  return apiError(400, "MISSING_ATTRIBUTE", `The required attribute ${path} was not specified.`, path);
}

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  500: "Internal Server Error",
};

/** Returns the body of an error response. */
export function errorBody({ status, errorCode, detail, parameters }: ApiError): object {
  return { detail, error: status, errorCode, parameters, reason: REASONS[status] ?? "Error" };
}
