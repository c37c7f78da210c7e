import type { RouteFact } from "../facts/route.js";

/** Folders of frameworks in which the path of a file is that of a route, with what the names of such files end in. */
interface Convention {
  readonly folder: RegExp;
  readonly file: RegExp;
  /** True if only a file that looks like a part of a server is a route. */
  readonly needsServer?: true;
  /** True if the path of a parameter may follow. */
  readonly isOpen?: true;
}

const CONVENTIONS: readonly Convention[] = [
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
  // https://guides.rubyonrails.org/routing.html#resource-routing-the-rails-default
  { folder: /(?:^|\/)app\/controllers\/(?:\w+\/)*(?=\w+$|\w+\.)/, file: /_controller\.rb$/, isOpen: true },
  // A web server runs a file of PHP under its own path; the root of the server is not known.
  { folder: /(?:^|\/)(?=[^/]+\.php$)/, file: /$/, needsServer: true },
];

/**
 * Returns the routes that a file is by its path alone: `app/api/clusters/[id]/route.ts`.
 *
 * @param serves whether the file looks like a part of a program that answers requests
 */
export function routesOfFile(path: string, serves: boolean): RouteFact[] {
  return CONVENTIONS.flatMap(({ folder, file, needsServer, isOpen }): RouteFact[] => {
    const start = folder.exec(path);
    const end = file.exec(path);
    if (!start || !end || (needsServer && !serves)) return [];
    const own = path.slice(start.index + start[0].length, end.index);
    // A folder in parentheses only groups routes.
    const segments = own.split("/").filter((segment) => !/^\(.*\)$/.test(segment));
    const all = { path, start: 0, end: Number.MAX_SAFE_INTEGER };
    return [
      {
        kind: "route",
        path: `/${segments.join("/")}${isOpen ? "/" : ""}`,
        methods: [],
        handlers: [all],
        place: { path, start: 0, end: 0 },
      },
    ];
  });
}
