/** Returns a folder of the project and the folders above it, up to the root, which is empty. The root may be `.`. */
export function foldersAbove(folder: string): string[] {
  if (folder === "." || folder === "") return [""];
  if (folder === "/") return [folder];
  const end = folder.lastIndexOf("/");
  return [folder, ...foldersAbove(end < 0 ? "" : end === 0 ? "/" : folder.slice(0, end))];
}
