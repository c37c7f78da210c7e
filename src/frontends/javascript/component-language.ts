import type { ComponentLanguage } from "./markup/markup-tree.js";

/** The endings of component files, without the dot. */
export const COMPONENT_ENDINGS = ["vue", "svelte", "astro"] as const satisfies readonly ComponentLanguage[];

/** Returns the language of a component file whose scripts are JavaScript or TypeScript. Undefined for other files. */
export function componentLanguage(path: string): ComponentLanguage | undefined {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return COMPONENT_ENDINGS.find((one) => one === ending);
}
