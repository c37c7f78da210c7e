import { expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

const U = "https://x/api/atlas/v1.0/groups";

it("takes headers of the call instead of those of the Request", () => {
  const code = `const send = (request: Request, init?: RequestInit) => fetch(request, init);
const made = new Request("${U}", { method: "PUT", headers: { accept: "a" } });
send(made, { headers: { "x-y": "b" } }); send(made, { method: "POST" }); send(made, unknown());`;
  expect(requestsOf(code)).toEqual([
    `PUT ${U} x-y=b`,
    `POST ${U} accept=a`,
    `? ${U} accept={unknown().headers.accept}|a? +unknown().headers`,
  ]);
});

it("takes from a Request what the settings of a new one leave out", () => {
  const code = `const made = new Request("${U}", { method: "PUT", headers: { accept: "a" } });
fetch(new Request(made, { headers: { "x-y": "b" } })); fetch(new Request(made, { method: "POST" }));
const headers = new Headers({ "x-y": "b" });
made.headers.forEach((value, name) => headers.set(name, value));
fetch(new Request(made, { headers }));
fetch(new Request(made, { headers: { ...Object.fromEntries(made.headers) } }))`;
  expect(requestsOf(code)).toEqual([
    `PUT ${U} x-y=b`,
    `POST ${U} accept=a`,
    `PUT ${U} x-y=b accept=a`,
    `PUT ${U} accept=a`,
  ]);
});

it("sends headers that a Request gets later", () => {
  const code = `const made = new Request("${U}"); made.headers.set("Accept", "a"); fetch(made)`;
  expect(requestsOf(code)).toEqual([`GET ${U} accept=a`]);
});
