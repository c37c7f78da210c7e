import type { ExpectedFinding, InvalidCase, ValidCase } from "../../support/rule-tester.js";

const parameter: ExpectedFinding = { messageId: "parameter", confidence: "high", severity: "error" };
const base: ExpectedFinding = { ...parameter, messageId: "base" };

/** Parameters that clients are given beside the URL. */
export const validParameters: readonly ValidCase[] = [
  {
    name: "parameters of clients that are as they should be, or not known",
    code: `import axios from "axios";
import got from "got";
const url = \`%host%/%metrics%/v1.0/groups/\${group}/discovery\`;
await axios.get(url, { params: { targetScheme: "PRIVATE", pretty: true } });
await axios.get(url, { params: { targetScheme: scheme, scheme: "BOTH" } });
await axios.get(url, { params });
await got(url, { searchParams: "targetScheme=" + scheme });
await axios.post(url, { targetScheme: "BOTH" });
const address = new URL(url);
address.searchParams.set("targetScheme", "PRIVATE");
address.searchParams.append("pretty", "true");
await fetch(address, init);
await axios.get("https://telemetry.example.org/%metrics%/v2/query", { params: { targetScheme: "BOTH" } });
const api = axios.create({ baseURL: "%host%/%metrics%/v1.0", params: { targetScheme: "BOTH" } });
await api.get(\`/groups/\${group}/discovery\`, { params: { targetScheme: "PUBLIC" } });`,
  },
];

export const wrongParameters: readonly InvalidCase[] = [
  {
    name: "a scheme as a parameter of axios, of the call and of the instance",
    code: `import axios from "axios";
const url = \`%host%/%metrics%/v1.0/groups/\${group}/discovery\`;
const auth = { username, password };
await axios.get(url, { params: { targetScheme: "⟦BOTH⟧" }, auth });
await axios({ url, params: new URLSearchParams({ targetScheme: "⟦private⟧" }), auth });
await axios.request({ url, params: { ...rest, targetScheme: all ? "⟦ALL⟧" : "PUBLIC" }, auth });
const api = axios.create({ baseURL: "%host%/%metrics%/v1.0", params: { targetScheme: "⟦VPC⟧" }, auth });
await api.get(\`/groups/\${group}/discovery\`, { params: { pretty: true } });
axios.defaults.params = { targetScheme: "⟦LAN⟧" };
await axios.get(url, { auth });`,
    errors: [
      { ...parameter, message: "BOTH is not a value of targetScheme; the values are PUBLIC and PRIVATE." },
      parameter,
      parameter,
      parameter,
      parameter,
    ],
  },
  {
    name: "a scheme as a parameter that a URL gets later, with a base that is not known",
    code: `const url = new URL(\`\${process.env.BASE}/%metrics%/v1.0/groups/\${group}/discovery\`);
url.searchParams.set("targetScheme", "⟦private⟧");
await fetch(url, init);
const other = new URL(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`);
other.searchParams.append("targetScheme", "⟦INTERNAL⟧");
await fetch(other, init);
const third = new URL(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`);
third.search = new URLSearchParams({ targetScheme: "⟦BOTH⟧", pretty: "true" }).toString();
await fetch(third, init);
const query = new URLSearchParams();
query.set("targetScheme", "⟦ALL⟧");
await fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery?\${query}\`, init);`,
    errors: [parameter, parameter, parameter, parameter],
  },
  {
    name: "a scheme as a parameter of other clients",
    code: `import got from "got";
import ky from "ky";
import superagent from "superagent";
import rp from "request-promise";
import needle from "needle";
import urllib from "urllib";
import { request } from "undici";
const url = \`%host%/%metrics%/v1.0/groups/\${group}/discovery\`;
await got(url, { searchParams: { targetScheme: "⟦A⟧" } });
await got.extend({ searchParams: "pretty=true&targetScheme=⟦B⟧" })(url);
await ky.get(url, { searchParams: [["targetScheme", "⟦C⟧"]] });
await superagent.get(url).query({ targetScheme: "⟦D⟧" }).query("targetScheme=⟦E⟧&pretty=true");
await superagent.get(url, { targetScheme: "⟦F⟧" });
await rp.get({ url, qs: { targetScheme: "⟦G⟧" } });
await needle("get", url, { targetScheme: "⟦H⟧" }, {});
await urllib.request(url, { data: { targetScheme: "⟦I⟧" } });
await request(url, { query: { targetScheme: "⟦J⟧" } });
await context.http.get({ url, query: { targetScheme: ["⟦K⟧"] } });
await request("%host%⟦/%metrics%/v2⟧/groups/1/discovery", { query: { targetScheme: "⟦L⟧" } });`,
    errors: [...Array.from("ABCDEFGHIJK", () => parameter), base, parameter],
  },
];
