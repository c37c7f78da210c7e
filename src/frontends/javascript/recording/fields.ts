import type { Node, ObjectExpression, Program } from "@oxc-project/types";
import type { Location } from "../../../core/span.js";
import type { FieldFact, Owner } from "../../../facts/field.js";
import type { RequestFact } from "../../../facts/request.js";
import { hopsToList, knownText, type Text } from "../../../facts/text.js";
import type { Member, Tree } from "../../../facts/tree.js";
import type { Interest } from "../../interest.js";
import { keyName } from "../evaluation/patterns.js";
import { nameOf, type UnknownValue } from "../evaluation/value.js";
import { walk } from "../walk.js";
import type { Access, Recorder } from "./recorder.js";
import { declaredFields, schemaCall } from "./declarations.js";
import { knownTexts } from "./snapshot.js";

/** Steps from a response to what the server sent: the ways in which clients hand over and code unwraps a body. */
const TRANSPORT = new Set([
  "json()",
  "text()",
  "parse()",
  "buffer()",
  "blob()",
  "toString()",
  "string()",
  "toJSON()",
  "clone()",
  "promise()",
  "auth()",
  "data",
  "body",
  "response",
  "res",
  "_data",
  "rawBody",
  "content",
  "payload",
  "then()",
]);

/** The path inside the body that a response brought. */
export function payloadPath(path: readonly string[]): string[] {
  let start = 0;
  while (start < path.length && TRANSPORT.has(path[start]!)) start++;
  return path.slice(start);
}

/** Every property of interest that a file reads, writes or declares. */
export function fieldFacts(
  recorder: Recorder,
  requests: readonly RequestFact[],
  program: Program,
  path: string,
): FieldFact[] {
  const fields = new FieldList();
  for (const access of recorder.accesses) fields.add(fieldOfAccess(access, recorder));
  for (const request of requests) if (request.body) addBody(fields, request.body, request, recorder.interest);
  addLiterals(fields, program, path, recorder.interest);
  for (const field of declaredFields(program, path, recorder.interest)) fields.add(field);
  return fields.list;
}

/** One fact a place and kind of access: the same key in several requests is one write into all of them. */
class FieldList {
  readonly #byPlace = new Map<string, FieldFact>();

  get list(): FieldFact[] {
    return [...this.#byPlace.values()];
  }

  has(place: Location): boolean {
    return this.#byPlace.has(`${place.start}:write`);
  }

  add(field: FieldFact): void {
    const identity = `${field.place.start}:${field.access}`;
    const before = this.#byPlace.get(identity);
    this.#byPlace.set(identity, before ? merge(before, field) : field);
  }
}

const RANK: Record<Owner["kind"], number> = { request: 0, response: 0, type: 1, named: 2, object: 3 };

/** Of two readings of the same place the one that knows more stays; two requests are joined. */
function merge(a: FieldFact, b: FieldFact): FieldFact {
  if (RANK[a.owner.kind] !== RANK[b.owner.kind]) return RANK[a.owner.kind] < RANK[b.owner.kind] ? a : b;
  if ("requests" in a.owner && "requests" in b.owner && a.owner.kind === b.owner.kind) {
    return {
      ...a,
      owner: { ...a.owner, requests: [...new Set([...a.owner.requests, ...b.owner.requests])] },
    };
  }
  return a;
}

function fieldOfAccess(access: Access, recorder: Recorder): FieldFact {
  const { of } = access;
  const path = of.source.request === undefined ? of.path : payloadPath(of.path);
  const values = access.value ? knownTexts(access.value) : [];
  return {
    kind: "field",
    name: of.path.at(-1)!,
    place: access.place,
    extent: access.extent,
    access: access.access,
    path: typedPath(of) ?? path,
    owner: ownerOf(of, recorder),
    trace: hopsToList(of.hops),
    setting: recorder.setting,
    ...(values.length > 0 ? { values } : {}),
    ...(access.binding === undefined ? {} : { binding: access.binding }),
  };
}

function typedPath(value: UnknownValue): readonly string[] | undefined {
  return value.typed && value.source.request === undefined ? value.path.slice(value.typed.at) : undefined;
}

function ownerOf(value: UnknownValue, recorder: Recorder): Owner {
  const { source, typed } = value;
  if (source.request !== undefined) return { kind: "response", requests: [String(source.request)] };
  return {
    kind: "named",
    name: nameOf({ ...value, path: value.path.slice(0, -1) }),
    siblings: recorder.siblingsOf(value),
    ...(typed ? { typeName: typed.name } : {}),
  };
}

function addBody(fields: FieldList, body: Tree, request: RequestFact, interest: Interest): void {
  const visit = (tree: Tree, path: readonly string[]): void => {
    if (tree.kind === "choice") for (const one of tree.of) visit(one, path);
    else if (tree.kind === "list") for (const item of tree.items) visit(item, [...path, "[]"]);
    else if (tree.kind === "object") for (const member of tree.members) visitMember(member, path);
  };
  const visitMember = (member: Member, path: readonly string[]): void => {
    const own = [...path, member.key];
    const { keyPlace } = member;
    if (keyPlace && interest.names.has(member.key)) {
      const values: Text[] = member.value.kind === "text" ? [member.value.text] : [];
      fields.add({
        kind: "field",
        name: member.key,
        place: keyPlace,
        extent: keyPlace,
        access: "write",
        path: own,
        owner: { kind: "request", requests: [request.id] },
        trace: [],
        setting: request.setting,
        ...(values.length > 0 ? { values } : {}),
        ...contentsOfTree(member.value),
      });
    }
    visit(member.value, own);
  };
  visit(body, []);
}

/** Keys of object literals of which no use in a request is known. */
function addLiterals(fields: FieldList, program: Program, path: string, interest: Interest): void {
  walk(program, (node, parent) => {
    if (node.type !== "ObjectExpression") return undefined;
    const schema = parent ? schemaCall(parent) : undefined;
    literalFields(node, [], nameFor(parent), schema, path, interest, fields);
    return false;
  });
}

function nameFor(parent: Node | undefined): string | undefined {
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
  if (parent?.type === "AssignmentExpression" && parent.left.type === "Identifier") return parent.left.name;
  return undefined;
}

function literalFields(
  node: ObjectExpression,
  above: readonly string[],
  name: string | undefined,
  schema: string | undefined,
  path: string,
  interest: Interest,
  fields: FieldList,
): void {
  const siblings = node.properties.flatMap((property) =>
    property.type === "Property" && !property.computed ? [keyName(property.key)] : [],
  );
  for (const property of node.properties) {
    if (property.type !== "Property") continue;
    const key = property.computed ? "[]" : keyName(property.key);
    const own = [...above, key];
    const place = { path, start: property.key.start, end: property.key.end };
    if (interest.names.has(key) && !property.computed && !fields.has(place)) {
      const { value } = property;
      const values: Text[] =
        value.type === "Literal" && typeof value.value === "string" ? [plainText(value.value)] : [];
      fields.add({
        kind: "field",
        name: key,
        place,
        extent: { path, start: property.start, end: property.end },
        access: schema === undefined ? "write" : "declare",
        path: own,
        owner:
          schema === undefined
            ? { kind: "object", siblings, ...(name === undefined ? {} : { name }) }
            : { kind: "type", name: name ?? schema, siblings },
        trace: [],
        setting: "code",
        ...(values.length > 0 ? { values } : {}),
        ...contentsOfLiteral(property.value),
      });
    }
    visitValue(property.value, own, name, schema, path, interest, fields);
  }
}

function visitValue(
  value: Node,
  above: readonly string[],
  name: string | undefined,
  schema: string | undefined,
  path: string,
  interest: Interest,
  fields: FieldList,
): void {
  if (value.type === "ObjectExpression") {
    literalFields(value, above, name, schema, path, interest, fields);
  } else if (value.type === "ArrayExpression") {
    for (const element of value.elements)
      if (element) visitValue(element, [...above, "[]"], name, schema, path, interest, fields);
  } else {
    walk(value, (node, parent) => {
      if (node.type !== "ObjectExpression") return undefined;
      const inner = parent ? schemaCall(parent) : undefined;
      const isPart = schema !== undefined && inner !== undefined;
      literalFields(node, isPart ? above : [], name, inner ?? schema, path, interest, fields);
      return false;
    });
  }
}

/** The keys of an object that a field is given, with their values where those are strings. */
function contentsOfTree(tree: Tree): Pick<FieldFact, "contents"> {
  if (tree.kind !== "object") return {};
  const entries = tree.members.map(
    ({ key, value }) => [key, value.kind === "text" ? knownText(value.text) : undefined] as const,
  );
  return { contents: Object.fromEntries(entries) };
}

function contentsOfLiteral(value: Node): Pick<FieldFact, "contents"> {
  if (value.type !== "ObjectExpression") return {};
  const entries = value.properties.flatMap((property) =>
    property.type === "Property" && !property.computed
      ? [
          [
            keyName(property.key),
            property.value.type === "Literal" && typeof property.value.value === "string"
              ? property.value.value
              : undefined,
          ] as const,
        ]
      : [],
  );
  return { contents: Object.fromEntries(entries) };
}

function plainText(text: string): Text {
  return { kind: "text", parts: [{ kind: "segment", text, hops: undefined }] };
}
