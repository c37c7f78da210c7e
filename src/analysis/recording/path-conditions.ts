import type { Node, Program } from "@oxc-project/types";
import type { Location } from "../../core/span.js";
import type { RouteFact } from "../../facts/route.js";
import { walk } from "../walk.js";

/** Names that a server has for the path of a request: `req.url`, `self.path`, `r.URL.Path`, `env["PATH_INFO"]`. */
const PATH_NAMES =
  /^(?:raw_?|request_?|absolute_?)?(?:url|uri|path|path_?name|path_?info|resource|route_?key)$/i;
/** A text that can only be a path, perhaps behind a method: `/api/clusters`, `GET /api/clusters`. */
const PATH = /^(?:[A-Z]+ )?(\/\w[^\s?#]*)$/;
const EQUALITIES: ReadonlySet<string> = new Set(["==", "===", "!=", "!=="]);
const NEGATIONS: ReadonlySet<string> = new Set(["!=", "!=="]);

/**
 * Returns the routes of a server with one function for all paths, which compares the path of a request with texts: `if
 * (req.url === "/api/clusters") …`. The branch for the path answers; all code of the file may, if that is not known.
 */
export function routesInConditions(program: Program, path: string): RouteFact[] {
  const routes: RouteFact[] = [];
  const locate = ({ start, end }: Node): Location => ({ path, start, end });
  const add = (paths: readonly string[], place: Node, answering: Node): void => {
    for (const own of paths)
      routes.push({
        kind: "route",
        path: own,
        methods: [],
        place: locate(place),
        handlers: [locate(answering)],
      });
  };
  walk(program, (node) => {
    if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
      const { isOfPath, paths, isNegated } = testIn(node.test);
      if (isOfPath) add(paths, node.test, isNegated ? program : node.consequent);
    } else if (node.type === "SwitchStatement") {
      const { isOfPath } = testIn(node.discriminant);
      for (const one of isOfPath ? node.cases : [])
        // A case may go on in the next one.
        if (one.test) add(testIn(one.test).paths, one.test, one.consequent.length > 0 ? one : node);
    }
    return true;
  });
  return routes;
}

interface PathTest {
  readonly isOfPath: boolean;
  readonly paths: readonly string[];
  readonly isNegated: boolean;
}

function testIn(test: Node): PathTest {
  const paths: string[] = [];
  let [isOfPath, isNegated] = [false, false];
  walk(test, (node, parent) => {
    if (node.type === "Identifier") isOfPath ||= PATH_NAMES.test(node.name);
    if (node.type === "UnaryExpression") isNegated ||= node.operator === "!";
    if (node.type === "BinaryExpression") isNegated ||= NEGATIONS.has(node.operator);
    if (node.type !== "Literal") return true;
    const written = "regex" in node ? node.regex.pattern : node.value;
    if (typeof written !== "string") return true;
    isOfPath ||= PATH_NAMES.test(written);
    const [, path] = PATH.exec(plainPath(written)) ?? [];
    if (path === undefined) return true;
    // A text that is not compared as a whole may be the beginning: `req.url.startsWith("/api/clusters")`.
    const isWhole = node === test || (parent?.type === "BinaryExpression" && EQUALITIES.has(parent.operator));
    paths.push(isWhole ? path : `${path.replace(/\/$/, "")}/`);
    return true;
  });
  return { isOfPath, paths, isNegated };
}

/** Returns a path without the signs of a pattern: `^clusters/(?P<id>[^/]+)/?$` is `clusters/{}`. */
export function plainPath(text: string): string {
  if (!/[\^$()\\?]/.test(text)) return text;
  return text
    .replace(/\?(?=[}/]|$)/g, "")
    .replace(/\((?:[^()]|\([^()]*\))*\)[*+?]?/g, "{}")
    .replace(/\[[^\]]*\][*+?]?/g, "{}")
    .replace(/\\([/.-])/g, "$1")
    .replace(/^\^|\/?\$$/g, "");
}
