import { rowsOfMethods, type ClientRow, type ClientTable } from "../lowered/client-row.js";

/** Clients that few programs use. */

const patron: ClientTable = {
  client: "Patron",
  source: "https://www.rubydoc.info/gems/patron/Patron/Session",
  instances: { "Patron::Session": { headers: "headers", base: "base_url" } },
  rows: [
    {
      call: "Patron::Session.new",
      gives: "instance",
      as: "Patron::Session",
      options: 0,
      url: "base_url",
      headers: "headers",
    },
    ...rowsOfMethods("Patron::Session#", ["get", "head", "delete"], {
      gives: "response",
      url: 0,
      headers: 1,
      intake: { argument: 1 },
    }),
    ...rowsOfMethods("Patron::Session#", ["post", "put", "patch"], {
      gives: "response",
      url: 0,
      body: 1,
      isForm: true,
      headers: 2,
      intake: { argument: 2 },
    }),
    { call: "Patron::Session#request", gives: "response", methodAt: 0, url: 1, headers: 2 },
  ],
};

const mechanize: ClientTable = {
  client: "Mechanize",
  source: "https://www.rubydoc.info/gems/mechanize/Mechanize",
  instances: { Mechanize: { headers: "request_headers" } },
  rows: [
    ...["Mechanize.new", "Mechanize.start"].map((call): ClientRow => ({
      call,
      gives: "instance",
      as: "Mechanize",
    })),
    {
      call: "Mechanize#get",
      gives: "response",
      method: "GET",
      url: 0,
      query: 1,
      headers: 3,
      intake: { argument: 3 },
    },
    ...rowsOfMethods("Mechanize#", ["post", "put"], {
      gives: "response",
      url: 0,
      body: 1,
      isForm: true,
      headers: 2,
      intake: { argument: 2 },
    }),
    ...rowsOfMethods("Mechanize#", ["delete", "head"], {
      gives: "response",
      url: 0,
      query: 1,
      headers: 2,
      intake: { argument: 2 },
    }),
  ],
};

export const OTHER_CLIENTS: readonly ClientTable[] = [patron, mechanize];
