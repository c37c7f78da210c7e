import { groupBy } from "../../core/group-by.js";
import type { SourceText } from "../../core/source-text.js";
import { unfitForYaml } from "../../core/yaml-limits.js";
import { plainLanguage } from "../plain/languages.js";
import { dockerPieces, jenkinsPieces, terraformPieces } from "./infrastructure.js";
import { SETTINGS, SHELL, type BlockLanguage } from "./languages.js";
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

const READERS: ReadonlyMap<string, (source: string) => Block[]> = new Map([
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
]);

function shellIn(read: (source: string) => Piece[]): (source: string) => Block[] {
  return (source) => (sendsRequests(source) ? read(source).map((piece) => ({ language: SHELL, piece })) : []);
}

function yamlBlocks(source: string): Block[] {
  const text = withoutTemplates(source);
  let parsed: ReturnType<typeof parsedYaml> | undefined;
  const parse = () => (parsed ??= parsedYaml(text));
  const data = yamlData(source, parse).map((piece) => ({ language: SETTINGS, piece }));
  const documents = () => (text === source ? parse() : parsedYaml(source));
  return [...data, ...shellIn((whole) => yamlPieces(whole, documents()))(source)];
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

function blocksOf({ path, text }: Text): Block[] {
  if (unfitForBlocks({ path, text })) return [];
  if (SCRIPT.test(text)) return [{ language: SHELL, piece: pieceAt(text, 0, text.length) }];
  return READERS.get(plainLanguage(path).language)?.(text) ?? [];
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
