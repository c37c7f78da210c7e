import type { AuthenticationData } from "../model.js";
import { textOf, type JsonObject, type OpenApiDocument } from "./document.js";

type Way = Pick<AuthenticationData, "keys"> & Pick<AuthenticationData, "schemes">;

/**
 * Returns the credentials that the operations of a document take. The list is empty if the document states none, or a
 * scheme that the catalog cannot express, because callers may use that one instead of the others.
 */
export function authenticationOf(
  document: OpenApiDocument,
  sources: readonly string[],
): readonly AuthenticationData[] {
  const used = new Set(document.operations.flatMap(({ security }) => security));
  // Many documents state schemes, and not which operations use them.
  const names = used.size > 0 ? used : document.securitySchemes.keys();
  const ways = [...names].map((name) => wayOf(document.securitySchemes.get(name) ?? {}));
  const known = ways.flatMap((way) => way ?? []);
  if (known.length === 0 || known.length < ways.length) return [];
  const schemes = [...new Set(known.flatMap((way) => way.schemes))].sort();
  const keys = known.flatMap((way) => way.keys ?? []);
  const credentials = schemes.map((scheme) => CREDENTIALS[scheme]).join(", or ");
  const sentence = `${credentials[0]!.toUpperCase()}${credentials.slice(1)}.`;
  return [
    {
      surface: "administration",
      schemes,
      ...(keys.length > 0 ? { keys } : {}),
      credentials: sentence,
      sources,
    },
  ];
}

const CREDENTIALS: Readonly<Record<AuthenticationData["schemes"][number], string>> = {
  "api-key": "an API key in a header, a query parameter or a cookie",
  basic: "a user name and a password, sent as Basic credentials",
  bearer: "a bearer token in the Authorization header",
  digest: "a user name and a password, sent with HTTP digest authentication",
};

function wayOf(scheme: JsonObject): Way | undefined {
  const { type, in: place, name } = scheme;
  switch (type) {
    case "http": {
      const http = textOf(scheme["scheme"])?.toLowerCase();
      return http === "basic" || http === "bearer" || http === "digest" ? { schemes: [http] } : undefined;
    }
    case "oauth2":
    case "openIdConnect":
      return { schemes: ["bearer"] };
    case "apiKey": {
      const isPlace = place === "header" || place === "query" || place === "cookie";
      return isPlace && typeof name === "string"
        ? { schemes: ["api-key"], keys: [{ in: place, name }] }
        : undefined;
    }
    default:
      return undefined;
  }
}
