import { isFunction, type Value } from "./value.js";

/** The methods of HTTP as clients name the functions that send them. */
const NAMES = ["get", "post", "put", "patch", "delete", "head", "options"];

/**
 * Returns the names of the functions of an object that send requests; none if it is not a client. Code that calls one of
 * them by a name that is not known, such as `http[verb](path)`, may call each.
 *
 * @param memberNamed returns a member of the object
 */
export function clientMethods(memberNamed: (name: string) => Value): string[] {
  const isThere = (name: string): boolean => isFunction(memberNamed(name));
  return isThere("get") && isThere("post") ? NAMES.filter(isThere) : [];
}
