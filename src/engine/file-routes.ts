import type { RouteFact } from "../facts/route.js";

/** Folders of frameworks in which the path of a file is that of a route, with what the names of such files end in. */
const CONVENTIONS: readonly { readonly folder: RegExp; readonly file: RegExp }[] = [
  // https://nextjs.org/docs/app/building-your-application/routing/route-handlers
  { folder: /(?:^|\/)app\//, file: /\/route\.[jt]sx?$/ },
  // https://nextjs.org/docs/pages/building-your-application/routing/api-routes
  { folder: /(?:^|\/)pages\/(?=api\/)/, file: /(?:\/index)?\.[jt]sx?$/ },
  // https://svelte.dev/docs/kit/routing#server
  { folder: /(?:^|\/)src\/routes\//, file: /\/\+server\.[jt]s$/ },
  // https://nuxt.com/docs/guide/directory-structure/server
  { folder: /(?:^|\/)server\/(?=api\/)/, file: /(?:\/index)?(?:\.(?:get|post|put|patch|delete))?\.[jt]s$/ },
  // https://docs.netlify.com/functions/get-started/
  { folder: /(?:^|\/)netlify\/functions\//, file: /(?:\/index)?\.[cm]?[jt]s$/ },
  // https://vercel.com/docs/functions: below the root only
  { folder: /^(?=api\/)/, file: /(?:\/index)?\.(?:[cm]?[jt]s|py|go|rb)$/ },
  // https://developers.cloudflare.com/pages/functions/routing/
  { folder: /^functions\//, file: /(?:\/index)?\.[jt]s$/ },
];

/** Returns the routes that a file is by its path alone: `app/api/clusters/[id]/route.ts`. */
export function routesOfFile(path: string): RouteFact[] {
  return CONVENTIONS.flatMap(({ folder, file }): RouteFact[] => {
    const start = folder.exec(path);
    const end = file.exec(path);
    if (!start || !end) return [];
    const own = path.slice(start.index + start[0].length, end.index);
    // A folder in parentheses only groups routes.
    const segments = own.split("/").filter((segment) => !/^\(.*\)$/.test(segment));
    const all = { path, start: 0, end: Number.MAX_SAFE_INTEGER };
    return [
      {
        kind: "route",
        path: `/${segments.join("/")}`,
        methods: [],
        handlers: [all],
        place: { path, start: 0, end: 0 },
      },
    ];
  });
}
