import type { RouteFact } from "../facts/route.js";
import type { JsonNode, ModuleHost } from "../frontends/module-host.js";

/** A file of code with the paths that it answers, as another file declares it. */
interface Declared {
  /** The file of the code without its ending. */
  readonly stem: string;
  readonly routes: readonly Pick<RouteFact, "path" | "methods">[];
}

/** Files that declare which code answers which paths. */
const READERS: readonly { readonly names: readonly string[]; readonly read: Reader }[] = [
  // https://www.serverless.com/framework/docs/providers/aws/events/http-api
  { names: ["serverless.yml", "serverless.yaml"], read: serverlessFunctions },
  {
    names: ["ts", "js", "cjs", "mjs", "json"].map((ending) => `serverless.${ending}`),
    read: serverlessCode,
  },
  // https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-function.html
  { names: ["template.yml", "template.yaml", "sam.yml", "sam.yaml"], read: samFunctions },
  // https://guides.rubyonrails.org/routing.html#custom-routes; other routes have the names of their controllers.
  { names: ["routes.rb"], read: railsRoutes },
];

/** Reads such a file. Paths of code are relative to its folder. */
type Reader = (text: string, host: ModuleHost) => Declared[];

/** The routes of a repository by the file that answers them. */
const known = new WeakMap<ModuleHost, ReadonlyMap<string, readonly RouteFact[]>>();

/** Returns the routes that other files declare for a file of code. */
export function declaredRoutes(path: string, host: ModuleHost | undefined): readonly RouteFact[] {
  if (!host?.filesNamed) return [];
  let routes = known.get(host);
  if (!routes) known.set(host, (routes = readAll(host)));
  return routes.get(path) ?? [];
}

function readAll(host: ModuleHost): Map<string, RouteFact[]> {
  const routes = new Map<string, RouteFact[]>();
  for (const { names, read } of READERS)
    for (const settings of names.flatMap((name) => host.filesNamed?.(name) ?? []))
      for (const { stem, routes: own } of read(host.read(settings)?.text ?? "", host))
        for (const path of filesOf(joined(folderOf(settings), stem), host))
          routes.set(path, [...(routes.get(path) ?? []), ...own.map((one) => routeOf(one, path))]);
  return routes;
}

function routeOf(route: Pick<RouteFact, "path" | "methods">, path: string): RouteFact {
  const all = { path, start: 0, end: Number.MAX_SAFE_INTEGER };
  return { kind: "route", ...route, handlers: [all], place: { path, start: 0, end: 0 } };
}

function serverlessFunctions(text: string, host: ModuleHost): Declared[] {
  const root = host.yaml?.(text);
  return membersOf(memberOf(root, "functions")).flatMap(({ value: one }) => {
    const handler = textOf(memberOf(one, "handler"));
    const routes = (memberOf(one, "events")?.children ?? []).flatMap((event) =>
      ["http", "httpApi"].flatMap((key) => eventRoute(memberOf(event, key), "path", "method")),
    );
    return handler === undefined ? [] : [{ stem: stemOf(handler), routes }];
  });
}

/** Reads an object of functions in code: most such objects are mappings of YAML as well. */
function serverlessCode(text: string, host: ModuleHost): Declared[] {
  const start = /\bfunctions["']?\s*:\s*(?=\{)/.exec(text);
  const object = start ? objectAt(text, start.index + start[0].length) : undefined;
  return object === undefined ? [] : serverlessFunctions(`functions: ${object}`, host);
}

/** Returns the text of the object that starts at an offset, without comments; undefined if it has no end. */
function objectAt(text: string, from: number): string | undefined {
  const tokens =
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;
  let depth = 0;
  let object = "";
  for (const [token] of text.slice(from).matchAll(tokens)) {
    if (/^\/[/*]/.test(token)) continue;
    object += token.startsWith("`") ? JSON.stringify(token.slice(1, -1)) : token;
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return object;
  }
  return undefined;
}

function samFunctions(text: string, host: ModuleHost): Declared[] {
  // Functions of CloudFormation are tags, which no YAML parser knows: `!Ref Name`.
  const root = host.yaml?.(text.replace(/(?<=[\s[,])![A-Z]\w*(?=\s)/g, ""));
  const shared = memberOf(memberOf(root, "Globals"), "Function");
  return membersOf(memberOf(root, "Resources")).flatMap(({ value: resource }) => {
    const own = memberOf(resource, "Properties");
    const textIn = (key: string): string | undefined =>
      textOf(memberOf(own, key)) ?? textOf(memberOf(shared, key));
    const handler = textIn("Handler");
    if (textOf(memberOf(resource, "Type")) !== "AWS::Serverless::Function" || handler === undefined)
      return [];
    const routes = membersOf(memberOf(own, "Events")).flatMap(({ value: event }) =>
      eventRoute(memberOf(event, "Properties"), "Path", "Method"),
    );
    return [{ stem: joined(textIn("CodeUri") ?? "", stemOf(handler)), routes }];
  });
}

/** Reads `get "/x", to: "controller#action"` and `get "/x" => "controller#action"`. */
function railsRoutes(text: string): Declared[] {
  const pattern =
    /^[ \t]*(\w+)[ (]*["']([^"'\n]+)["'](?:[ \t]*=>|[ \t]*,[ \t]*(?:to:|:to[ \t]*=>))[ \t]*["']([\w/]+)#\w+["']/gm;
  return [...text.matchAll(pattern)].map(([, method = "", path = "", controller = ""]) => {
    const isAny = !/^(?:get|post|put|patch|delete)$/.test(method);
    const route = {
      path: `/${path.replace(/^\//, "").replace("(.:format)", "")}`,
      methods: isAny ? [] : [method.toUpperCase()],
    };
    return { stem: `../app/controllers/${controller}_controller`, routes: [route] };
  });
}

/** Reads `{ path: "/x", method: "get" }` and `"GET /x"`. */
function eventRoute(
  event: JsonNode | undefined,
  pathKey: string,
  methodKey: string,
): Pick<RouteFact, "path" | "methods">[] {
  const text = textOf(event);
  const words =
    text === undefined
      ? [textOf(memberOf(event, methodKey)), textOf(memberOf(event, pathKey))]
      : text.split(/\s+/);
  const [method, path] = words.length > 1 ? words : [undefined, words[0]];
  if (path === undefined || path === "") return [];
  const isAny = method === undefined || /^(?:any|\*)$/i.test(method);
  // A greedy parameter may have several segments.
  return [{ path: path.replace(/\{\w+\+\}|\{proxy\+\}/, "*"), methods: isAny ? [] : [method.toUpperCase()] }];
}

/** Returns the code files of a path without its ending, or of a module of Python: `src.app`. */
function filesOf(stem: string, host: ModuleHost): string[] {
  const found = filesAt(stem, host);
  return found.length > 0 ? found : filesAt(stem.replaceAll(".", "/"), host);
}

function filesAt(stem: string, host: ModuleHost): string[] {
  const folder = folderOf(stem);
  const name = `${stem.slice(stem.lastIndexOf("/") + 1)}.`;
  return (host.filesIn?.(folder, "") ?? [])
    .filter((one) => one.startsWith(name) && !one.slice(name.length).includes("."))
    .map((one) => joined(folder, one));
}

/** `src/app.handler` → `src/app` */
function stemOf(handler: string): string {
  return handler.replace(/[.][^./]*$/, "");
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of [...folder.split("/"), ...path.split("/")])
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return parts.join("/");
}

/** Returns the members of an object, also of the objects in a list. */
function membersOf(node: JsonNode | undefined): { readonly key: string; readonly value: JsonNode }[] {
  if (node?.type === "array") return (node.children ?? []).flatMap(membersOf);
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ key: String(key.value), value }] : [],
  );
}

function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.type === "object" ? membersOf(node).find((one) => one.key === key)?.value : undefined;
}

function textOf(node: JsonNode | undefined): string | undefined {
  return typeof node?.value === "string" ? node.value : undefined;
}
