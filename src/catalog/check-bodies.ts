import type { Defect } from "./defect.js";
import { step } from "./defect.js";
import type { BodyData, BodyMemberData, ResourceData } from "./model.js";

/** Checks that bodies are of known resources, and that each member is in an object, once in each version. */
export function checkBodies(bodies: readonly BodyData[], resources: readonly ResourceData[]): Defect[] {
  return bodies.flatMap(({ endpoints, members }, index) => {
    const at = step("bodies", index);
    const strangers = endpoints.filter((id) => !resources.some(({ name }) => id.startsWith(`${name}.`)));
    return [
      ...strangers.map((id) => ({ path: step(at, "endpoints"), problem: `${id} is of no known resource` })),
      ...members.flatMap((member, number) => {
        const problem = problemOf(member, members.slice(0, number), members);
        return problem === undefined ? [] : [{ path: step(step(at, "members"), number), problem }];
      }),
    ];
  });
}

function problemOf(
  member: BodyMemberData,
  before: readonly BodyMemberData[],
  all: readonly BodyMemberData[],
): string | undefined {
  const { path, since = "", until, unless, pattern } = member;
  if (until !== undefined && until <= since) return `${path} ends before it starts`;
  if (pattern !== undefined && !isPattern(pattern)) return `${pattern} is not a regular expression`;
  if (before.some((one) => one.path === path && overlap(one, member))) return `${path} occurs twice`;
  if (unless && !all.some((one) => one.path === unless.path)) return `${unless.path} is not a member`;
  const holder = holderOf(path);
  const isHeld = holder === undefined || all.some((one) => one.path === holder && overlap(one, member));
  return isHeld ? undefined : `${holder!}, which holds ${path}, is not a member`;
}

/** Returns the path of the listed member that holds another one. */
function holderOf(path: string): string | undefined {
  const end = path.lastIndexOf(".");
  if (end < 0) return undefined;
  return path.slice(0, end).replace(/(?:\[\]|\.\{[a-z]+\})+$/, "");
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

function overlap(a: BodyMemberData, b: BodyMemberData): boolean {
  return (
    (a.until === undefined || (b.since ?? "") < a.until) &&
    (b.until === undefined || (a.since ?? "") < b.until)
  );
}
