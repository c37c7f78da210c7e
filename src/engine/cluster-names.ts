import { sliceText, type Text } from "../facts/text.js";
import type { ApiRequest } from "./api-request.js";

const CLUSTER_PATH = /^\/groups\/[^/]+\/clusters\/([^/?#]+)/;

/**
 * Returns the texts by which requests to the administration API name a cluster: in the path of the clusters resource,
 * and as the name of a new cluster.
 */
export function clusterNames(requests: readonly ApiRequest[]): Text[] {
  return requests.flatMap((request) => [...namesInPath(request), ...namesInBody(request)]);
}

function namesInPath({ administration }: ApiRequest): Text[] {
  return administration.flatMap(({ text, match }) => {
    const name = CLUSTER_PATH.exec(match.path)?.[1];
    if (name === undefined) return [];
    const from = match.end + match.path.indexOf(name, match.path.indexOf("/clusters/"));
    return [sliceText(text, from, from + name.length)];
  });
}

function namesInBody({ administration, fact }: ApiRequest): Text[] {
  const creates = administration.some(({ match }) => /^\/groups\/[^/]+\/clusters\/?$/.test(match.path));
  if (!creates || fact.body?.kind !== "object") return [];
  const name = fact.body.members.find(({ key }) => key === "name")?.value;
  if (name?.kind === "hole") return [{ kind: "text", parts: [name.hole] }];
  return name?.kind === "text" ? [name.text] : [];
}
