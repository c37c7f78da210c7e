import { isAnswer } from "../../../analysis/evaluation/answers.js";
import { parseJson } from "../../../analysis/builtins/json.js";
import {
  computed,
  nativeObject,
  natives,
  siteOf,
  type NativeFunction,
  contentOf,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker, Semantics } from "../../../analysis/evaluation/language.js";
import { copyMembers, makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  nameOf,
  objectValue,
  unknown,
  withShape,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { elementTypes, shapeOf, structShape, typeOfStruct, typeValue } from "../types.js";
import { decodeInto } from "../decode.js";
import { sourceOf, toJson } from "./json.js";
import { pointed, writeThrough } from "./language.js";
import { CONTENT, bodyOf } from "./readers.js";

/** Decodes a text or body into the value that the last argument points to. */
export function decode(run: Run, target: Value, from: Value, call: Call): void {
  const content = bodyOf(run, from);
  const source = sourceOf(content, call);
  // The text of a file, which is the same for each type that it is read as.
  const known = content.kind === "text" ? parseJson(run, content, call) : undefined;
  for (const single of alternatives(target)) {
    if (single.kind !== "object") continue;
    const inner = pointed(run, single);
    if (single.object.className === "Pointer" && inner.kind !== "object")
      writeThrough(run, single, known ?? typedAs(source, inner), call);
    else if (known?.kind === "object" && inner.kind === "object" && !typeOfStruct(inner.object))
      copyMembers(run, inner.object, known, siteOf(call));
    else decodeInto(run, inner, source);
  }
}

/** Gives what is decoded the type of the variable that gets it, if that is one of a package. */
function typedAs(source: UnknownValue, variable: Value): UnknownValue {
  if (variable.kind !== "unknown" || !variable.shape) return source;
  return withShape(source, { ...variable.shape, name: variable.typed?.name ?? "" });
}

/**
 * Decodes what an unknown function gets of a response into the struct that it gets beside it, if one of its fields has
 * a name of interest: `yaml.UnmarshalStrict(body, &cluster)`.
 */
export const decodedByUnknown: NonNullable<Semantics["resultOfUnknown"]> = (run, receiver, call) => {
  const given = [receiver, ...call.args.list];
  const [answer, ...answers] = given.filter((one) => isAnswer(one));
  const [target, ...targets] = given.filter((one) => isOfInterest(run, one));
  if (answer && target && answers.length + targets.length === 0) decode(run, target, answer, call);
  return undefined;
};

function isOfInterest(run: Run, target: Value): boolean {
  if (target.kind !== "object") return false;
  const inner = pointed(run, target);
  if (inner.kind !== "object") return false;
  const type = typeOfStruct(inner.object);
  const keys = type
    ? structShape(run, type).keys?.()
    : shapeOf(run, elementTypes.get(inner.object) ?? UNDEFINED)?.keys?.();
  return keys?.some((key) => run.interest.names.has(key)) === true;
}

const marshal: NativeFunction = (run, call) =>
  makeList(run, [toJson(run, call.args.at(0), call), computed(call, "error")]);

/**
 * Models `encoding/json`: `json.Marshal`, `json.Unmarshal`, `json.NewDecoder(reader).Decode(&x)`,
 * `json.NewEncoder(writer).Encode(x)`.
 */
export const encodingJson: Maker = () =>
  nativeObject(
    "encoding/json",
    natives({
      Marshal: marshal,
      MarshalIndent: marshal,
      Unmarshal: (run, call) => {
        decode(run, call.args.at(1), call.args.at(0), call);
        return computed(call, "error");
      },
      NewDecoder: (_run, made) =>
        nativeObject(
          "Decoder",
          natives({
            Decode: (run, call) => {
              decode(run, call.args.at(0), made.args.at(0), call);
              return computed(call, "error");
            },
            UseNumber: () => UNDEFINED,
            DisallowUnknownFields: () => UNDEFINED,
          }),
          unknown({ reason: "computed", name: "Decoder", born: 0 }),
        ),
      NewEncoder: (_run, made) =>
        nativeObject(
          "Encoder",
          natives({
            Encode: (run, call) => {
              writtenTo(run, made.args.at(0), call.args.at(0), call);
              fill(run, made.args.at(0), toJson(run, call.args.at(0), call));
              return computed(call, "error");
            },
            SetEscapeHTML: () => UNDEFINED,
            SetIndent: () => UNDEFINED,
          }),
        ),
    }),
    unknown({ reason: "import", name: "json", specifier: "encoding/json", born: 0 }),
  );

function fill(run: Run, writer: Value, value: Value): void {
  if (writer.kind === "object" && writer.object.className === "Buffer of Go")
    setMember(run.store, writer.object, CONTENT, { value, maybeAbsent: false });
}

/** Records what is written to something unknown, such as the response of a server, or to the screen. */
function writtenTo(run: Run, writer: Value, value: Value, call: Call): void {
  if (writer.kind !== "unknown") return;
  const name = nameOf(writer);
  const written = { ...call, args: new Arguments([value]) };
  if (/(?:^|[.])Std(?:out|err)$/.test(name)) run.recorder.escapes.shown(run, "print", written, "prints");
  else run.recorder.escapes.shown(run, name, written);
}

/** A buffer: what is written to it last is what is read from it. */
function buffer(call: Call, content: Value): Value {
  const object = new HeapObject("Buffer of Go", call.environment.locate(call.node));
  const self = objectValue(object);
  const write: NativeFunction = (run, inner) => {
    fill(run, self, inner.args.at(0));
    return UNDEFINED;
  };
  const members = natives({
    String: (run) => bodyOf(run, self),
    Bytes: (run) => bodyOf(run, self),
    Len: (_run, inner) => computed(inner, "Len"),
    Reset: () => UNDEFINED,
    Write: write,
    WriteString: write,
    ReadFrom: write,
  });
  object.content = contentOf({ ...members, [CONTENT]: content });
  return self;
}

function bufferType(): Value {
  return typeValue({
    kind: "struct",
    name: "Buffer",
    instance: (_run, call) => buffer(call, UNDEFINED),
  });
}

export const bytes: Maker = () =>
  nativeObject(
    "bytes",
    {
      ...natives({
        NewBuffer: (_run, call) => buffer(call, call.args.at(0)),
        NewBufferString: (_run, call) => buffer(call, call.args.at(0)),
        NewReader: (_run, call) => call.args.at(0),
        TrimSpace: (_run, call) => call.args.at(0),
      }),
      Buffer: bufferType(),
    },
    unknown({ reason: "import", name: "bytes", specifier: "bytes", born: 0 }),
  );

/** Readers that are read to their end hold what they are made of. */
export const readers =
  (name: string, more: Readonly<Record<string, NativeFunction>> = {}): Maker =>
  () =>
    nativeObject(
      name,
      natives({
        ...more,
        ReadAll: (run, call) => makeList(run, [bodyOf(run, call.args.at(0)), computed(call, "error")]),
        NopCloser: (_run, call) => call.args.at(0),
        LimitReader: (_run, call) => call.args.at(0),
        TeeReader: (_run, call) => call.args.at(0),
        Copy: (run, call) => {
          writtenTo(run, call.args.at(0), bodyOf(run, call.args.at(1)), call);
          fill(run, call.args.at(0), bodyOf(run, call.args.at(1)));
          return makeList(run, [computed(call, "written"), computed(call, "error")]);
        },
      }),
      unknown({ reason: "import", name, specifier: name, born: 0 }),
    );
