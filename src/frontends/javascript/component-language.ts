/** The language of a component file whose scripts are JavaScript or TypeScript; nothing for other files. */
export function componentLanguage(path: string): string | undefined {
  return /\.(vue|svelte|astro)$/i.exec(path)?.[1]!.toLowerCase();
}
