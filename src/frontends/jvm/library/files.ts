import { FILE_OF_URL } from "../../../analysis/builtins/file-places.js";
import {
  callBack,
  computed,
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  isFunction,
  mapAlternatives,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { joinedPath } from "../../lowered/paths.js";
import {
  contentOf,
  contentOrUnknown,
  fileFunctions,
  parsedText,
  unreadFile,
} from "../../lowered/read-files.js";
import { classWith, first } from "./class.js";

const PATH = "Path of Java";

/** The class of a URL that code opens. */
export const URL = "URL of Java";

/** The folders of a project whose files are on the class path. */
const RESOURCES = { path: 0, folders: ["src/main/resources", "src/test/resources", "resources"] };

/** Makes a path or a file. It is not a text, because a body that is a text is sent as it is. */
function pathWith(path: Value): Value {
  const text = (): Value => path;
  return nativeObject(
    PATH,
    {
      [FILE_OF_URL]: path,
      ...natives({
        toPath: itself,
        toFile: itself,
        toAbsolutePath: itself,
        getAbsoluteFile: itself,
        normalize: itself,
        resolve: (run, call) => pathWith(joinedPath(run, [path, textOf(run, call.args.at(0))])),
        toString: text,
        getPath: text,
        getAbsolutePath: text,
      }),
    },
    unknown({ reason: "computed", name: "path", born: 0 }),
  );
}

function isPath(value: Single): boolean {
  return value.kind === "object" && value.object.className === PATH;
}

function textOf(run: Run, value: Value): Value {
  return mapAlternatives(value, (single) => (isPath(single) ? peek(run, single, FILE_OF_URL) : single));
}

/** Models `Path.of("a", "b")` and `new File(folder, name)`. */
const path: NativeFunction = (run, call) =>
  call.args.rest || call.args.length === 0
    ? computed(call, "path")
    : pathWith(
        joinedPath(
          run,
          call.args.list.map((one) => textOf(run, one)),
        ),
      );

/** Returns the response where a library reads from a URL; other values are themselves. */
function contentOfUrl(run: Run, value: Single, call: Call): Value {
  const isUrl = value.kind === "object" && value.object.className === URL;
  return isUrl ? callBack(run, peek(run, value, "openStream"), [], call, value) : value;
}

/** Returns the content of a file or URL where a library takes one; other values are themselves. */
export function contentOfFile(run: Run, value: Value, call: Call): Value {
  return mapAlternatives(value, (single) =>
    isPath(single)
      ? (contentOf(run, single, call) ?? unreadFile(run, call, single))
      : contentOfUrl(run, single, call),
  );
}

/** Returns what a reader of JSON gives for a text, a file or an answer. */
export function parsedContent(run: Run, value: Value, call: Call): Value {
  return parsedText(run, contentOfFile(run, value, call), call);
}

export const parsedFirst: NativeFunction = (run, call) => parsedContent(run, call.args.at(0), call);

/** Models `new Scanner(file)`, and libraries that take a file as the body. */
export const fileFirst: NativeFunction = (run, call) => contentOfFile(run, call.args.at(0), call);

/** Models readers of a file, which may also be around a text or a stream. */
const opened: NativeFunction = (run, call) => contentOrUnknown(run, call, { path: 0 });

/** Models `BodyPublishers.ofInputStream(() -> stream)`. */
export const supplied: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  return isFunction(given) ? callBack(run, given, [], call) : computed(call, "stream");
};

/** Methods of classes and class loaders, which open files of the class path. */
export const CLASS_PATH: Methods = methodsOf({
  ...fileFunctions({ getResourceAsStream: RESOURCES }),
  getClassLoader: itself,
});

const FILES = fileFunctions({
  readString: { path: 0 },
  readAllBytes: { path: 0 },
  newInputStream: { path: 0 },
  newBufferedReader: { path: 0 },
});
const OF_COMMONS = fileFunctions({ readFileToString: { path: 0 }, readFileToByteArray: { path: 0 } });
const OF_GUAVA = fileFunctions({ getResource: RESOURCES });
const OF_SPRING = fileFunctions({ ClassPathResource: RESOURCES, FileSystemResource: { path: 0 } });

/** Classes of files, by their full names. An open file is its text. */
export const FILE_CLASSES: readonly (readonly [string, Maker])[] = [
  ["java.io.File", classWith("File", path)],
  ["java.nio.file.Path", classWith("Path", path, { of: path })],
  ["java.nio.file.Paths", classWith("Paths", path, { get: path })],
  // https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/nio/file/Files.html
  ["java.nio.file.Files", classWith("Files", first, FILES)],
  ["java.io.FileInputStream", classWith("FileInputStream", opened)],
  ["java.io.FileReader", classWith("FileReader", opened)],
  ["java.util.Scanner", classWith("Scanner", fileFirst)],
  ["org.apache.commons.io.FileUtils", classWith("FileUtils", first, OF_COMMONS)],
  [
    "org.apache.commons.io.IOUtils",
    classWith("IOUtils", first, { toString: fileFirst, toByteArray: fileFirst }),
  ],
  ["com.google.common.io.Resources", classWith("Resources", first, { ...OF_GUAVA, toString: fileFirst })],
  ["org.springframework.util.StreamUtils", classWith("StreamUtils", first, { copyToString: first })],
  ...Object.entries(OF_SPRING).map(([name, native]): readonly [string, Maker] => [
    `org.springframework.core.io.${name}`,
    classWith(name, native),
  ]),
  ...["http.entity.", "hc.core5.http.io.entity."].flatMap((where) => [
    [`org.apache.${where}FileEntity`, classWith("FileEntity", fileFirst)] as const,
    [`org.apache.${where}InputStreamEntity`, classWith("InputStreamEntity", first)] as const,
    [`org.apache.${where}ByteArrayEntity`, classWith("ByteArrayEntity", first)] as const,
  ]),
];

/** Methods of open files, which are texts. */
export const FILE_METHODS: ReadonlyMap<string, Value> = new Map(
  ["readAllBytes", "getInputStream", "getContentAsString", "getContentAsByteArray"].map((name) => [
    name,
    nativeValue(name, itself),
  ]),
);
