import { groupBy } from "../../core/group-by.js";
import type { SourceText } from "../../core/source-text.js";
import { unfitForYaml } from "../../core/yaml-limits.js";
import { plainLanguage } from "../plain/languages.js";
import { hasHttpActions, httpActions } from "./http-actions.js";
import { hasUriTasks, uriTasks } from "./ansible.js";
import { batchPieces, powershellInBatch } from "./batch.js";
import { cronPieces } from "./crontab.js";
import { hostLanguage } from "./hosts.js";
import { httpFilePieces } from "./http-file.js";
import { dockerPieces, terraformPieces } from "./infrastructure.js";
import { jenkinsPieces } from "./jenkins.js";
import {
  HTTP_STEPS,
  MADE_SHELL,
  RECIPES,
  SETTINGS,
  SHELL,
  TERRAFORM_REQUESTS,
  ZABBIX_ITEMS,
  languageNamed,
  type BlockLanguage,
} from "./languages.js";
import { makePieces } from "./makefile.js";
import { npmScripts } from "./npm-scripts.js";
import { markdownBlocks } from "./markdown.js";
import { unfitForMarkdown } from "./markdown-parts.js";
import { sendsRequests } from "./commands.js";
import { notebookBlocks } from "./notebook.js";
import { asciidocBlocks, htmlBlocks, restructuredTextBlocks } from "./pages.js";
import { pieceAt, type Piece } from "./piece.js";
import { isOfPowerShell, mayHoldPowerShell, powershellSteps } from "./powershell-steps.js";
import { mayHoldPrograms, programsInYaml } from "./programs.js";
import { hasTerraformRequests, terraformRequests } from "./terraform-requests.js";
import { parsedYaml, withoutTemplates, yamlData } from "./yaml-data.js";
import { yamlPieces } from "./yaml.js";
import { hasZabbixItems, zabbixItems } from "./zabbix-items.js";

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
  ["markdown", markdownBlocks],
  ["asciidoc", asciidocBlocks],
  ["restructuredtext", restructuredTextBlocks],
  ["html", htmlBlocks],
  ["notebook", notebookBlocks],
  ["terraform", terraformBlocks],
  ["hcl", shellIn(terraformPieces)],
  ["dockerfile", shellIn(dockerPieces)],
  ["groovy", shellIn(jenkinsPieces)],
  ["makefile", shellIn(makePieces, RECIPES)],
  ["crontab", shellIn(cronPieces)],
  ["batch", batchBlocks],
  ["http", (source) => httpFilePieces(source).map((piece) => ({ language: MADE_SHELL, piece }))],
  ["json", shellIn(npmScripts)],
]);

function shellIn(read: (source: string, path: string) => Piece[], language = SHELL): Reader {
  return (source, path) =>
    sendsRequests(source) ? read(source, path).map((piece) => ({ language, piece })) : [];
}

function batchBlocks(source: string, path: string): Block[] {
  const language = { ...languageNamed("powershell")!, isContinued: false, isMade: true };
  return [
    ...shellIn(batchPieces, { ...SHELL, isMade: true })(source, path),
    ...powershellInBatch(source).map((piece) => ({ language, piece })),
  ];
}

function terraformBlocks(source: string, path: string): Block[] {
  const requests = hasTerraformRequests(source) ? terraformRequests(source) : [];
  return [
    ...shellIn(terraformPieces)(source, path),
    ...requests.map((piece) => ({ language: TERRAFORM_REQUESTS, piece })),
  ];
}

/** The code in a file. */
interface Found {
  readonly blocks: readonly Block[];
  /** The offset of the first error in YAML with commands, of which some may not be found then. */
  readonly error?: number | undefined;
}

function foundInYaml(source: string): Found {
  const text = withoutTemplates(source);
  let parsed: ReturnType<typeof parsedYaml> | undefined;
  const parse = () => (parsed ??= parsedYaml(text));
  const data = yamlData(source, parse).map((piece) => ({ language: SETTINGS, piece }));
  const documents = () => (text === source ? parse() : parsedYaml(source));
  const tasks = hasUriTasks(source) ? uriTasks(source, documents()) : [];
  const steps = hasHttpActions(source) ? httpActions(source, documents()) : [];
  const items = hasZabbixItems(source) ? zabbixItems(source, documents()) : [];
  return {
    blocks: [
      ...data,
      ...shellIn((whole) => yamlPieces(whole, documents(), isOfPowerShell))(source, ""),
      ...(mayHoldPowerShell(source) ? powershellSteps(source, documents()) : []),
      ...tasks.map((piece) => ({ language: MADE_SHELL, piece })),
      ...steps.map((piece) => ({ language: HTTP_STEPS, piece })),
      ...items.map((piece) => ({ language: ZABBIX_ITEMS, piece })),
      ...(mayHoldPrograms(source) ? programsInYaml(source, documents()) : []),
    ],
    // Templates are taken out before, because they are not a part of YAML.
    error: sendsRequests(source) ? parse().flatMap(({ errors }) => errors)[0]?.pos[0] : undefined,
  };
}

/** The first line of a script that a shell runs. */
const SCRIPT = /^#![^\n]*\b(?:ba|z|k|da|a)?sh\b/;

type Text = Pick<SourceText, "path" | "text">;

const known = new WeakMap<Text, Found>();

/** Returns the code in a file. Each text is searched once. */
function foundIn(source: Text): Found {
  let found = known.get(source);
  if (!found) known.set(source, (found = find(source)));
  return found;
}

/**
 * Returns the offset of the first error in a YAML file with commands: some of them may not be read then. Undefined for
 * other files.
 */
export function errorInYaml(source: Text): number | undefined {
  return foundIn(source).error;
}

/** Returns why code in a file is not looked for; `undefined` if it is. */
export function unfitForBlocks({ path, text }: Text): ReturnType<typeof unfitForYaml> {
  const { language } = plainLanguage(path);
  if (language === "markdown") return unfitForMarkdown(text);
  return language === "yaml" ? unfitForYaml(text) : undefined;
}

function find({ path, text }: Text): Found {
  if (unfitForBlocks({ path, text })) return { blocks: [] };
  if (SCRIPT.test(text)) return { blocks: [{ language: SHELL, piece: pieceAt(text, 0, text.length) }] };
  const language = hostLanguage(path) ?? "";
  return language === "yaml" ? foundInYaml(text) : { blocks: READERS.get(language)?.(text, path) ?? [] };
}

/** Returns the blocks whose text is written in the file as it is read, so that they can be edited. */
export function editableBlocksIn(source: Text): readonly Block[] {
  return foundIn(source).blocks.filter(({ language }) => !language.isMade);
}

/** Languages of files in which blocks of code continue each other. */
const PAGES = new Set(["markdown", "asciidoc", "restructuredtext", "html", "notebook"]);

/** Groups the blocks of a file into sessions. Blocks that continue each other are in one session. */
export function sessionsIn(source: Text): Session[] {
  const isPage = PAGES.has(plainLanguage(source.path).language);
  let count = 0;
  const sessions = groupBy(foundIn(source).blocks, ({ language }) =>
    isPage && language.isContinued ? language.name : `${language.name} ${count++}`,
  );
  return [...sessions.values()].map((blocks) => ({
    language: blocks[0]!.language,
    pieces: blocks.map(({ piece }) => piece),
  }));
}
