import type { ApiError } from "../validation/api-error.js";

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
