import { groupBy } from "../../core/group-by.js";
import type { SourceText } from "../../core/source-text.js";
import { unfitForYaml } from "../../core/yaml-limits.js";
import { plainLanguage } from "../plain/languages.js";
import { hasUriTasks, uriTasks } from "./ansible.js";
import { cronPieces } from "./crontab.js";
import { hostLanguage } from "./hosts.js";
import { dockerPieces, jenkinsPieces, terraformPieces } from "./infrastructure.js";
import { MADE_SHELL, RECIPES, SETTINGS, SHELL, type BlockLanguage } from "./languages.js";
import { makePieces } from "./makefile.js";
import { npmScripts } from "./npm-scripts.js";
import { markdownBlocks } from "./markdown.js";
import { unfitForMarkdown } from "./markdown-parts.js";
import { sendsRequests } from "./commands.js";
import { notebookBlocks } from "./notebook.js";
import { asciidocBlocks, htmlBlocks, restructuredTextBlocks } from "./pages.js";
import { pieceAt, type Piece } from "./piece.js";
import { parsedYaml, withoutTemplates, yamlData } from "./yaml-data.js";
import { yamlPieces } from "./yaml.js";

/** Code in another file. */
export interface Block {
  readonly language: BlockLanguage;
  readonly piece: Piece;
}

/** Blocks of one language that continue each other. */
export interface Session {
  readonly language: BlockLanguage;
  readonly pieces: readonly Piece[];
}

type Reader = (source: string, path: string) => Block[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["yaml", yamlBlocks],
  ["markdown", markdownBlocks],
  ["asciidoc", asciidocBlocks],
  ["restructuredtext", restructuredTextBlocks],
  ["html", htmlBlocks],
  ["notebook", notebookBlocks],
  ["terraform", shellIn(terraformPieces)],
  ["hcl", shellIn(terraformPieces)],
  ["dockerfile", shellIn(dockerPieces)],
  ["groovy", shellIn(jenkinsPieces)],
  ["makefile", shellIn(makePieces, RECIPES)],
  ["crontab", shellIn(cronPieces)],
  ["json", shellIn(npmScripts)],
]);

function shellIn(read: (source: string, path: string) => Piece[], language = SHELL): Reader {
  return (source, path) =>
    sendsRequests(source) ? read(source, path).map((piece) => ({ language, piece })) : [];
}

function yamlBlocks(source: string): Block[] {
  const text = withoutTemplates(source);
  let parsed: ReturnType<typeof parsedYaml> | undefined;
  const parse = () => (parsed ??= parsedYaml(text));
  const data = yamlData(source, parse).map((piece) => ({ language: SETTINGS, piece }));
  const documents = () => (text === source ? parse() : parsedYaml(source));
  const tasks = hasUriTasks(source) ? uriTasks(source, documents()) : [];
  return [
    ...data,
    ...shellIn((whole) => yamlPieces(whole, documents()))(source, ""),
    ...tasks.map((piece) => ({ language: MADE_SHELL, piece })),
  ];
}

/** The first line of a script that a shell runs. */
const SCRIPT = /^#![^\n]*\b(?:ba|z|k|da|a)?sh\b/;

type Text = Pick<SourceText, "path" | "text">;

const known = new WeakMap<Text, readonly Block[]>();

/** Returns the blocks of code in a file. Each text is searched once. */
export function blocksIn(source: Text): readonly Block[] {
  let blocks = known.get(source);
  if (!blocks) known.set(source, (blocks = blocksOf(source)));
  return blocks;
}

/** Returns why code in a file is not looked for; `undefined` if it is. */
export function unfitForBlocks({ path, text }: Text): ReturnType<typeof unfitForYaml> {
  const { language } = plainLanguage(path);
  if (language === "markdown") return unfitForMarkdown(text);
  return language === "yaml" ? unfitForYaml(text) : undefined;
}

/**
 * Returns the offset of the first error in a YAML file with commands: some of them may not be read then. Undefined for
 * other files. What templates put into it is not a part of YAML.
 */
export function errorInYaml({ path, text }: Text): number | undefined {
  if (plainLanguage(path).language !== "yaml" || !sendsRequests(text)) return undefined;
  const [first] = parsedYaml(withoutTemplates(text)).flatMap(({ errors }) => errors);
  return first?.pos[0];
}

function blocksOf({ path, text }: Text): Block[] {
  if (unfitForBlocks({ path, text })) return [];
  if (SCRIPT.test(text)) return [{ language: SHELL, piece: pieceAt(text, 0, text.length) }];
  return READERS.get(hostLanguage(path) ?? "")?.(text, path) ?? [];
}

/** Returns the blocks whose text is written in the file as it is read, so that they can be edited. */
export function editableBlocksIn(source: Text): readonly Block[] {
  return blocksIn(source).filter(({ language }) => !language.isMade);
}

/** Languages of files in which blocks of code continue each other. */
const PAGES = new Set(["markdown", "asciidoc", "restructuredtext", "html", "notebook"]);

/** Groups the blocks of a file into sessions. Blocks that continue each other are in one session. */
export function sessionsIn(source: Text): Session[] {
  const isPage = PAGES.has(plainLanguage(source.path).language);
  let count = 0;
  const sessions = groupBy(blocksIn(source), ({ language }) =>
    isPage && language.isContinued ? language.name : `${language.name} ${count++}`,
  );
  return [...sessions.values()].map((blocks) => ({
    language: blocks[0]!.language,
    pieces: blocks.map(({ piece }) => piece),
  }));
}
