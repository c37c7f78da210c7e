import { computed, nativeObject, nativeValue, natives, slotsOf } from "../../../analysis/builtins/native.js";
import { resolveUrl } from "../../../analysis/builtins/urls.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, textAlternatives, toText } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import { TEXT, makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  nullishness,
  objectValue,
  opaque,
  unknown,
  type Value,
  textOf,
} from "../../../analysis/evaluation/value.js";
import { EMPTY_TEXT, flatten, sliceText, type Text } from "../../../facts/text.js";
import { ORIGIN } from "../../lowered/relative-url.js";
import { typeValue } from "../types.js";

export const HREF = TEXT;

/** Makes a `*url.URL` for a text. */
export function urlObject(href: Value): Value {
  const object = new HeapObject("URL of Go", undefined);
  const self = objectValue(object);
  const again = (run: Run, call: Call, make: (before: Value) => Value): Value => {
    const made = make(peek(run, self, HREF));
    for (const single of alternatives(made)) if (single.kind === "text") run.recorder.madeText(single.text);
    return makeList(run, [urlObject(made), computed(call, "error")]);
  };
  const methods = natives({
    String: (run) => peek(run, self, HREF),
    // Values that are set in it become the query, which no rule needs.
    Query: (_run, call) => computed(call, "query"),
    EscapedPath: (run) => part(run, peek(run, self, HREF), pathOf),
    JoinPath: (run, call) => {
      return urlObject(joinPath(run, peek(run, self, HREF), call.args.list));
    },
    Parse: (run, call) => again(run, call, (before) => resolveUrl(run, call, call.args.at(0), before)),
    ResolveReference: (run, call) => {
      const reference = choice(textAlternatives(run, call.args.at(0)));
      return urlObject(resolveUrl(run, call, reference, peek(run, self, HREF)));
    },
  });
  const path = {
    value: UNDEFINED,
    maybeAbsent: false,
    getter: nativeValue("Path", (run) => part(run, peek(run, self, HREF), pathOf)),
    setter: nativeValue("Path", (run, call) => {
      const origin = part(run, peek(run, self, HREF), originOf);
      const value = concat(run, [origin, call.args.at(0)]);
      setMember(run.store, object, HREF, { value, maybeAbsent: false });
      return UNDEFINED;
    }),
  };
  const slots = slotsOf({ ...methods, [HREF]: href });
  object.content = makeContent([...slots, ["Path", path]], [opaque("computed", "URL")]);
  return self;
}

function part(run: Run, href: Value, take: (text: Text) => Text): Value {
  return mapAlternatives(href, (single) =>
    single.kind === "text" ? { kind: "text", text: take(toText(run, single)) } : single,
  );
}

function originOf(text: Text): Text {
  const found = ORIGIN.exec(flatten(text));
  return found ? sliceText(text, 0, found[0].length) : EMPTY_TEXT;
}

function pathOf(text: Text): Text {
  const flat = flatten(text);
  const start = ORIGIN.exec(flat)?.[0].length ?? 0;
  const end = flat.slice(start).search(/[?#]/);
  return sliceText(text, start, end < 0 ? flat.length : start + end);
}

/** Joins parts of a path with one slash between each two. */
export function joinPath(run: Run, base: Value, parts: readonly Value[]): Value {
  return parts.reduce((before, next) => joinTwo(run, before, next), base);
}

function joinTwo(run: Run, before: Value, next: Value): Value {
  const joined = textAlternatives(run, before).flatMap((a) =>
    textAlternatives(run, next).map((b): Value => {
      const [left, right] = [toText(run, a), toText(run, b)];
      const [from, to] = [flatten(left), flatten(right)];
      if (from === "") return { kind: "text", text: right };
      if (to === "") return { kind: "text", text: left };
      return concat(run, [
        textOf(sliceText(left, 0, from.replace(/\/+$/, "").length).parts),
        computedText("/"),
        textOf(sliceText(right, /^\/*/.exec(to)![0].length, to.length).parts),
      ]);
    }),
  );
  return choice(joined);
}

const urlPrototype = new HeapObject("Object", undefined);

export const netUrl: Maker = () =>
  nativeObject(
    "net/url",
    {
      ...natives({
        Parse: (run, call) => makeList(run, [parsed(run, call.args.at(0)), computed(call, "error")]),
        ParseRequestURI: (run, call) =>
          makeList(run, [parsed(run, call.args.at(0)), computed(call, "error")]),
        JoinPath: (run, call) =>
          makeList(run, [joinPath(run, call.args.at(0), call.args.list.slice(1)), computed(call, "error")]),
        PathEscape: (_run, call) => escaped(call),
        QueryEscape: (_run, call) => escaped(call),
      }),
      URL: typeValue({
        kind: "struct",
        name: "URL",
        prototype: urlPrototype,
        instance: (run, call) => {
          if (call.this.kind !== "object")
            return urlObject(opaque("computed", "URL", call.environment.locate(call.node)));
          const field = (name: string): Value => {
            const value = peek(run, call.this, name);
            return nullishness(value) === true ? EMPTY : value;
          };
          const scheme = field("Scheme");
          const isWhole = scheme.kind !== "text" || scheme.text.parts.length > 0;
          const origin = isWhole ? [scheme, computedText("://"), field("Host")] : [field("Host")];
          return urlObject(concat(run, [...origin, field("Path")]));
        },
      }),
    },
    unknown({ reason: "import", name: "url", specifier: "net/url", born: 0 }),
  );

function parsed(run: Run, text: Value): Value {
  return urlObject(choice(textAlternatives(run, text)));
}

/** A known text without anything to escape stays as it is. */
function escaped(call: Call): Value {
  return mapAlternatives(call.args.at(0), (single) => {
    if (single.kind === "unknown") return single;
    const isPlain = single.kind === "text" && /^[\w.~-]*$/.test(flatten(single.text));
    return isPlain ? single : computed(call, "escaped");
  });
}
