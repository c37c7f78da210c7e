import { withoutAwait, type Form } from "./maker.js";
import { bodyObject } from "./containers.js";
import { HOST, KEYS, quoted } from "./words.js";

const key: Form = (make) => quoted(make.pick(KEYS));

const url: Form = (make) =>
  make.pick([
    () => `"${HOST}/" + ${make.string()}`,
    () => `\`${HOST}/\${${make.string()}}\``,
    () => `\`${HOST}/a/\${${make.string()}}/\${${make.string()}}\``,
    () => `["${HOST}", ${make.string()}].join("/")`,
    () => `"${HOST}".concat("/", ${make.string()})`,
    () => `BASE + "/" + ${make.string()}`,
    () => `config.base + config.path(${make.string()})`,
    () => `new URL(${make.string()}, "${HOST}/root/")`,
    () => `${make.either("url")}.href`,
    () => `\`${HOST}/?\${${make.either("query")}}\``,
  ])();

/** An object of headers. */
const headers: Form = (make) =>
  make.pick([
    () => make.either("record"),
    () => make.either("record"),
    () => `{ ...${make.either("record")}, ${key(make)}: ${make.string()} }`,
    () => `{ ${key(make)}: ${make.string()}, ...${make.either("record")} }`,
    () => `{ accept: ${make.string()} }`,
    () => `{ "x-a": ${make.expression("condition")} ? ${make.string()} : "no" }`,
  ])();

/** Makes the headers that fetch accepts. */
const anyHeaders: Form = (make) =>
  make.pick([
    () => headers(make),
    () => headers(make),
    () => make.either("headers"),
    () => `[[${key(make)}, ${make.string()}], ["x-z", "1"]]`,
    () => `Object.entries(${make.either("record")})`,
    () => `new Headers(${headers(make)})`,
    () => `${make.expression("condition")} ? ${headers(make)} : undefined`,
  ])();

const VERBS = ["POST", "PUT", "PATCH", "DELETE"] as const;

const method: Form = (make) =>
  make.pick([
    () => quoted(make.pick(VERBS)),
    () => `${make.expression("condition")} ? "POST" : "PUT"`,
    () => `["put", "post"][${make.below(2)}].toUpperCase()`,
  ])();

const body: Form = (make) =>
  make.pick([
    () => `JSON.stringify(${bodyObject(make)})`,
    () => `JSON.stringify(${make.expression("value")} ?? null)`,
    () => `"{" + \`"name": "\${${make.string()}}"\` + "}"`,
    () => make.string(),
    () => `${make.either("query")}.toString()`,
  ])();

const options: Form = (make) =>
  make.pick([
    () => `{ headers: ${anyHeaders(make)} }`,
    () => `{ method: ${method(make)}, headers: ${anyHeaders(make)}, body: ${body(make)} }`,
    () => `Object.assign({ method: ${method(make)} }, { headers: ${anyHeaders(make)}, body: ${body(make)} })`,
    () =>
      `{ ...{ method: "GET", headers: ${headers(make)} }, ...(${make.expression("condition")} ? { method: ${method(make)} } : {}) }`,
    () =>
      `{ headers: { ...${headers(make)}, ...(${make.expression("condition")} ? { "x-b": ${make.string()} } : null) } }`,
  ])();

const fetching: Form = (make) => {
  const [name, other] = [make.fresh(), make.fresh()];
  return make.pick([
    () => `await fetch(${url(make)}, ${options(make)});`,
    () => `await fetch(${url(make)});`,
    () => `const ${name} = ${options(make)}; await fetch(${url(make)}, ${name});`,
    () =>
      `const ${name} = { method: ${method(make)}, headers: { ...${headers(make)} }, body: ${body(make)} }; ${name}.headers[${key(make)}] = ${make.string()}; if (${make.expression("condition")}) delete ${name}.headers.accept; await fetch(${url(make)}, ${name});`,
    () => `await fetch(new Request(${url(make)}, ${options(make)}));`,
    () =>
      `for (const ${name} of ${make.either("list")}) await fetch(\`${HOST}/\${${name}}\`, { headers: { "x-a": ${name} } });`,
    () =>
      `await Promise.all(${make.either("list")}.map((${name}) => fetch(\`${HOST}/\${${name}}/\${${make.result([name])}}\`)));`,
    () =>
      `const ${name} = async (path, extra = {}) => fetch(\`${HOST}/\${path}\`, { ...extra, headers: { accept: "d", ...extra.headers } }); await ${name}(${make.string()}, ${options(make)}); await ${name}(${make.string()});`,
    () =>
      `class ${name} { #base; constructor(base) { this.#base = base; this.headers = ${withoutAwait(headers)(make)}; } with(k, v) { this.headers = { ...this.headers, [k]: v }; return this; } send(path) { return fetch(this.#base + path, { headers: this.headers }); } } const ${other} = new ${name}("${HOST}/"); await ${other}.with("x-c", ${make.string()}).send(${make.string()});`,
    () =>
      `const ${name} = ${url(make)}; const ${other} = ${options(make)}; ${make.statement()} await fetch(${name}, ${other});`,
    () => `await fetch(${url(make)}, { method: "POST", body: ${make.either("query")} });`,
  ])();
};

const httpRequest: Form = (make) => {
  make.imports.add(`import http from "node:http";`);
  const name = make.fresh();
  const header = make.pick(["", `${name}.setHeader("x-c", ${key(make)});`]);
  // Node leaves it to the program to say how long the body of a DELETE is.
  const verb = quoted(make.pick(["POST", "PUT", "PATCH"]));
  const still = (form: Form) => withoutAwait(form)(make);
  const done = (request: string, text: string) =>
    `await new Promise((done, fail) => { const ${name} = ${request}; ${text === "" ? "" : header} ${name}.on("error", fail); ${name}.on("response", (answer) => { answer.resume(); answer.on("end", done); }); ${text} });`;
  return make.pick([
    () => done(`http.request(${still(url)}, { headers: ${still(headers)} })`, `${name}.end();`),
    () =>
      done(
        `http.request({ hostname: "api.test", path: "/" + ${still((m) => m.string())}, method: ${verb}, headers: ${still(headers)} })`,
        `${name}.end(${still(body)});`,
      ),
    () => done(`http.get(${still(url)})`, ""),
    () =>
      done(
        `http.request(${still(url)}, { method: ${verb} })`,
        `${name}.write(${still(body)}); ${name}.end();`,
      ),
  ])();
};

const axiosRequest: Form = (make) => {
  make.imports.add(`import axios from "axios";`);
  const name = make.fresh();
  return make.pick([
    () => `await axios.get(${url(make)}, { headers: ${headers(make)} });`,
    () => `await axios.post(${url(make)}, ${bodyObject(make)}, { headers: ${headers(make)} });`,
    () =>
      `await axios({ url: ${url(make)}, method: ${method(make)}, headers: ${headers(make)}, data: ${bodyObject(make)} });`,
    () =>
      `const ${name} = axios.create({ baseURL: "${HOST}/root", headers: ${headers(make)} }); await ${name}.get(${make.string()}, { headers: ${headers(make)} });`,
    () =>
      `const ${name} = axios.create({ baseURL: "${HOST}" }); ${name}.defaults.headers.common["x-a"] = ${make.string()}; await ${name}.put("/" + ${make.string()}, ${bodyObject(make)});`,
    () =>
      `const ${name} = axios.create(); ${name}.interceptors.request.use((config) => { config.headers[${key(make)}] = ${make.result([])}; return config; }); await ${name}.request({ url: ${url(make)}, headers: ${headers(make)} });`,
    () => `await axios.delete(${url(make)}, { data: ${bodyObject(make)} });`,
  ])();
};

const gotRequest: Form = (make) => {
  make.imports.add(`import got from "got";`);
  const name = make.fresh();
  const set = "retry: { limit: 0 }";
  return make.pick([
    () => `await got(${url(make)}, { ${set}, headers: ${headers(make)} });`,
    () => `await got.post(${url(make)}, { ${set}, json: ${bodyObject(make)}, headers: ${headers(make)} });`,
    () =>
      `const ${name} = got.extend({ ${set}, prefixUrl: "${HOST}/root", headers: ${headers(make)} }); await ${name}.get("a" + ${make.string()}, { headers: ${headers(make)} });`,
    () => `await got(${url(make)}, { ${set}, method: ${method(make)}, body: ${body(make)} });`,
    () =>
      `const ${name} = got.extend({ ${set}, hooks: { beforeRequest: [(o) => { o.headers["x-a"] = ${make.result([])}; }] } }); await ${name}(${url(make)}, { headers: ${headers(make)} });`,
  ])();
};

const kyRequest: Form = (make) => {
  make.imports.add(`import ky from "ky";`);
  const name = make.fresh();
  return make.pick([
    () => `await ky(${url(make)}, { retry: 0, headers: ${anyHeaders(make)} });`,
    () => `await ky.put(${url(make)}, { retry: 0, json: ${bodyObject(make)}, headers: ${headers(make)} });`,
    () =>
      `const ${name} = ky.create({ retry: 0, prefixUrl: "${HOST}/root", headers: ${headers(make)} }); await ${name}.get("a" + ${make.string()}, { headers: ${headers(make)} });`,
    () =>
      `const ${name} = ky.extend({ retry: 0, hooks: { beforeRequest: [(r) => { r.headers.set("x-a", ${make.result([])}); }] } }); await ${name}(${url(make)}, { headers: ${headers(make)} });`,
  ])();
};

const superagentRequest: Form = (make) => {
  make.imports.add(`import superagent from "superagent";`);
  return make.pick([
    () => `await superagent.get(${url(make)}).set(${headers(make)});`,
    () =>
      `await superagent.post(${url(make)}).set(${key(make)}, ${make.string()}).send(${bodyObject(make)});`,
    () => `await superagent.patch(${url(make)}).send(${bodyObject(make)}).accept("a/b");`,
    () => `await superagent("DELETE", ${url(make)}).set("x-a", ${make.string()});`,
  ])();
};

const urllibRequest: Form = (make) => {
  make.imports.add(`import { request as urllib } from "urllib";`);
  return make.pick([
    () => `await urllib(${url(make)}, { headers: ${headers(make)} });`,
    () =>
      `await urllib(${url(make)}, { method: ${method(make)}, contentType: "json", data: ${bodyObject(make)}, headers: ${headers(make)} });`,
    () => `await urllib(${url(make)}, { method: ${method(make)}, content: ${body(make)} });`,
  ])();
};

const CLIENTS: readonly Form[] = [
  fetching,
  fetching,
  fetching,
  fetching,
  httpRequest,
  axiosRequest,
  gotRequest,
  kyRequest,
  superagentRequest,
  urllibRequest,
];

/** Makes a statement that sends one request or more. */
export const request: Form = (make) => make.pick(CLIENTS)(make);

/** Makes a request in the middle of a program, if it may wait there. */
export const requestStatement: Form = (make) => (make.place.mayAwait ? fetching(make) : "void 0;");
