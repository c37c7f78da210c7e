import type { ComponentLanguage } from "./markup/markup-tree.js";

/** The language of a component file whose scripts are JavaScript or TypeScript; nothing for other files. */
export function componentLanguage(path: string): ComponentLanguage | undefined {
  const [, ending] = /\.(vue|svelte|astro)$/i.exec(path) ?? [];
  return ending?.toLowerCase() as ComponentLanguage | undefined;
}
