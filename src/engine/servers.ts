import { classOfFile } from "../core/file-class.js";
import type { SourceText } from "../core/source-text.js";

/** Words of functions of a cloud, which answer with `{ statusCode, body }`. */
const CLOUD_FUNCTION =
  /["']?\bstatusCode["']?\s*(?::|=>?)|\b(?:functions_framework|azure\.functions|HttpTrigger|HttpFunction|APIGatewayProxy\w+|Netlify|lambda_http)\b|\bexports\.(?:handler|main)\b|\bexport\s+(?:const|(?:async\s+)?function)\s+handler\b|\bdef\s+\w+\(\s*event\b[^,)]*,\s*_?context\b/;

/**
 * Words that only the text of a program that answers requests has: names of frameworks and platforms, in any language.
 * Such a program may name its paths where v2ready does not read them: in the settings of a gateway, or a file of routes.
 */
const SERVER = new RegExp(
  [
    CLOUD_FUNCTION.source,
    // Node.js, Deno, Bun, workers, and their frameworks.
    String.raw`\bcreateServer\b|\b(?:Deno|Bun)\.serve\b|\bServerResponse\b|\bnew Response\(|\bResponse\.json\(`,
    String.raw`["'](?:express|fastify|koa|hono|restify|polka|next|micro|h3|@hapi/hapi|@trpc/server|firebase-functions)(?:["'/])`,
    String.raw`\bdefineEventHandler\b|\beventHandler\b|\b(?:req|request|_req)\s*(?::\s*\w+\s*)?,\s*(?:res|response|reply|h)\b`,
    // Python
    String.raw`\b(?:flask|fastapi|django|rest_framework|starlette|bottle|sanic|falcon|quart|tornado\.web|aiohttp\.web|aiohttp import web|http\.server|wsgiref|chalice|aws_lambda_powertools)\b`,
    // JVM
    String.raw`\b(?:springframework\.web\.bind|(?:jakarta|javax)\.(?:ws\.rs|servlet)|io\.ktor\.server|io\.javalin|io\.micronaut\.http|io\.vertx\.ext\.web|sun\.net\.httpserver|spark\.Spark|org\.http4k|ratpack)\b`,
    // C#, PHP, Ruby, Go, Rust
    String.raw`\b(?:AspNetCore|System\.Web|HttpListener|Azure\.Functions|WebApplication)\b`,
    String.raw`\$_SERVER\b|php://input|\bIlluminate\\|\bHttpFoundation\b|\bPsr\\Http\b|\bheader\(\s*['"]Content-Type`,
    String.raw`\b(?:ApplicationController|ActionController|Sinatra|sinatra|Grape|WEBrick|Rack)\b`,
    String.raw`\bhttp\.ResponseWriter\b|\bgin\.Context\b|\becho\.Context\b|\bfiber\.Ctx\b`,
    String.raw`\b(?:axum|actix_web|rocket|warp|hyper)::`,
  ].join("|"),
);

/** The path of a route for all paths: `/*`, `{proxy+}` of a gateway. */
export const ALL_PATHS = /^\/?\*$/;

/**
 * Returns whether a file is one of a program that answers requests. A test makes responses as well, and answers nobody.
 */
export function isServer({ path, text }: SourceText): boolean {
  return classOfFile(path) !== "test" && SERVER.test(text);
}

/** Returns whether a file is a function of a cloud, of which the whole text that it makes is an answer. */
export function isCloudFunction({ path, text }: SourceText): boolean {
  return classOfFile(path) !== "test" && CLOUD_FUNCTION.test(text);
}
