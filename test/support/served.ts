import { report } from "./command.js";
import { sharedTree } from "./tree.js";

/** The URL at which a server of a test asks the service. */
export const ATLAS = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters";

/**
 * Checks a server, and a page that asks it and reads an old property.
 *
 * @param url the URL in the page, as code
 *
 * @returns the severity, property and first related file of each finding in the page
 */
export async function foundInPage(server: Readonly<Record<string, string>>, url: string): Promise<string[]> {
  const page = `export const show = async (id) => {
  const cluster = await (await fetch(${url})).json();
  return cluster.numShards;
};
`;
  const cwd = sharedTree({ ".git/HEAD": "", ...server, "web/show.js": page });
  const { findings } = await report(["."], { cwd });
  return findings
    .filter(({ path }) => path === "web/show.js")
    .map(({ severity, property, related }) => `${severity} ${property} ${related?.[0]?.path}`);
}
