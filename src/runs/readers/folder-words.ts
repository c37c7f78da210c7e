import { extname } from "node:path";
import type { SearchPattern } from "../../workspace/search-pattern.js";
import { mayLeadTo } from "./file-names.js";
import { isOfShell } from "../../engine/program-texts.js";

/** The words with which the languages of some endings read files without a literal name. */
interface Reading {
  readonly files: RegExp;
  /** Lists a folder, or reads a file whose name is computed. */
  readonly words: RegExp;
}

/** A file as an argument that is not a literal. */
const COMPUTED = String.raw`\(\s*(?![rbuRBU]?["'\x60)])`;

const READINGS: readonly Reading[] = [
  {
    files: /[.]py$/,
    words: new RegExp(
      String.raw`\b(?:i?glob|rglob|iterdir|listdir|scandir|fileinput\.input)\(|\bos\.walk\(|(?<![\w.])open${COMPUTED}|\.read_(?:text|bytes)\(|\.open\((?:\)|["']r)`,
    ),
  },
  {
    files: /[.]rb$/,
    words: new RegExp(
      String.raw`\bDir(?:\[|\.(?:glob|entries|children|each_child|foreach))|\bFind\.find|\b(?:File|IO)\.(?:read|open|readlines|foreach)${COMPUTED}|\bload_file${COMPUTED}|\bARGF\b`,
    ),
  },
  {
    files: /[.]php$/,
    words: new RegExp(
      String.raw`\b(?:glob|scandir|opendir)\(|DirectoryIterator\b|\b(?:file_get_contents|fopen)${COMPUTED}`,
    ),
  },
  {
    files: /[.]go$/,
    words: new RegExp(
      String.raw`\b(?:ReadDir|Walk|WalkDir|Glob)\(|\b(?:os|ioutil)\.(?:ReadFile|Open)${COMPUTED}|^\s*\/\/go:embed\b`,
    ),
  },
  {
    files: /[.](?:java|kts?|scala|groovy)$/,
    words: new RegExp(
      String.raw`\bFiles\.(?:list|walk|find|newDirectoryStream)\(|\blist(?:Files)?\(\)|\bFiles\.(?:readString|readAllBytes|readAllLines|lines|newBufferedReader|newInputStream)\((?!(?:Path\.of|Paths\.get)\(")|\bnew File${COMPUTED}|\breadText\(|\bwalk(?:TopDown)?\(`,
    ),
  },
  {
    files: /[.]cs$/,
    words: new RegExp(
      String.raw`\bDirectory\.(?:GetFiles|EnumerateFiles)\(|\bFile\.(?:ReadAll\w+|Open\w*)${COMPUTED}`,
    ),
  },
  {
    files: /[.](?:rs|pl|lua|exs?|swift)$/,
    words: new RegExp(
      String.raw`\b(?:read_dir|glob|opendir|readdir|contentsOfDirectory)\b|\bWalkDir\b|\bFile\.ls\b|\bPath\.wildcard\b|\b(?:read_to_string|File::open|File\.read!?|io\.open)${COMPUTED}|<\$`,
    ),
  },
];

const SHELL: Pick<Reading, "words"> = {
  words:
    /\bin\s[^;\n]*\*|[*][.](?:json|ya?ml|[*])|\b(?:[jy]q|cat|envsubst|sed|awk|grep)\s(?!.*\s-n\s)[^|;&\n]*\s"?\$\{?[\w@*]+\}?"?\s*(?:$|[|;&)<>])|(?<!<)<\s*"?\$\{?\w|(?:-d|--data\S*|-F|=)\s*"?@"?\$|\bfind\s|\bGet-ChildItem\b|\bGet-Content\s+\$|\b(?:cat|[jy]q)\b.*[*]/,
};

/** Finds all files that may contain one of these reads; their text decides about the others. */
export const READING_WORDS: SearchPattern = {
  source: String.raw`(?:glob|dir|Dir|iter|[oO]pen|read|Read|Find|Glob|Walk|walk|list|embed|lines|Files|file|File|ARGF|wildcard|find|Get-C|[*]|\$|source)`,
};

/**
 * Returns whether a text reads files that it does not name, of which one may be a file. This is a search, line by line:
 * a line that names other files, folders or endings does not count.
 *
 * @param reader the path of the text
 * @param path of the file that may be read
 */
export function readsUnnamed(text: string, reader: string, path: string): boolean {
  const reading = isOfShell(reader, text) ? SHELL : READINGS.find(({ files }) => files.test(reader));
  if (!reading) return false;
  const sends = !isOfShell(reader, text) || isSentAsItIs(path) || /ya?ml/i.test(text);
  return text.split("\n").some((line) => {
    const read = sends ? line : line.replaceAll(SENT_FILE, "");
    return !isComment(line) && reading.words.test(read) && mayBeMeant(line, path);
  });
}

/** An option of curl that sends the content of a file. */
const SENT_FILE = /(?:-d|--data\S*|-F|=)\s*"?@"?\$/g;

/** Returns whether a file may be sent to a service as it is. Services take no YAML, and no settings, unless they say so. */
function isSentAsItIs(path: string): boolean {
  return !/^\.(?:ya?ml|toml|ini|env|properties|md)$/i.test(extname(path));
}

function isComment(line: string): boolean {
  return /^\s*(?:#(?!!)|\/\/(?!go:embed))/.test(line);
}

function mayBeMeant(line: string, path: string): boolean {
  const words = line.match(/[^\s"'`=@<>|;&(),[\]]+/g) ?? [];
  const globs = words.filter((word) => /[*]/.test(word) && /[\w./]/.test(word) && !/^\$/.test(word));
  if (globs.length > 0) return globs.some((word) => mayLeadTo(word, path));
  const quoted = [...line.matchAll(/["'`]([^"'`]*)["'`]/g)].map(([, inner = ""]) => inner);
  const endings = quoted.flatMap((one) => /[.][A-Za-z]\w{0,7}$/.exec(one)?.[0] ?? []);
  if (endings.length > 0) return endings.includes(extname(path));
  // A folder by itself: all listed files are in it.
  const folders = quoted.filter((one) => /^[.\w][\w./-]*$/.test(one) && !/^(?:r|rb|rt|utf-?8)$/i.test(one));
  return folders.length === 0 || folders.some((one) => mayLeadTo(`${one.replace(/\/$/, "")}/*`, path));
}
