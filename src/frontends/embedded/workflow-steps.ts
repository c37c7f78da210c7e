import { isMap, isPair, isScalar, isSeq, visit, type Document, type Node, type Scalar } from "yaml";
import { addAll } from "../../core/add-all.js";
import { JinjaReader, commandOfRead } from "./jinja-reads.js";
import { inQuotes, joined, madePiece, type Piece } from "./piece.js";
import { templatesIn } from "./placeholders.js";
import { pieceOfScalar } from "./yaml-data.js";
import { withVariables } from "./yaml-variables.js";

/** A step of a workflow that runs commands of a shell, and the job or the action that it is in. */
interface Step {
  readonly run: Scalar;
  readonly path: readonly Node[];
  readonly id: string | undefined;
  readonly job: string;
  /** The program that runs it: `bash -e {0}`. */
  readonly shell: string;
}

/** Programs that run commands. */
const OF_COMMANDS = /\b(?:a|ba|da|k|z)?sh\b|^cmd\b/;

/** Returns whether steps of a workflow give values to later ones. */
export function passesValues(source: string): boolean {
  return /\bGITHUB_(?:OUTPUT|ENV)\b/.test(source);
}

/**
 * Returns the commands of all steps of a workflow as one script, so that later steps have what earlier ones write to
 * `$GITHUB_OUTPUT` and `$GITHUB_ENV`. Undefined for other documents. Each step runs in a shell of its own.
 *
 * @param isElsewhere whether a value is a script of another language, by the nodes around it
 */
export function workflowScript(
  document: Document.Parsed,
  source: string,
  isElsewhere: (path: readonly Node[]) => boolean,
): { readonly piece: Piece; readonly steps: ReadonlySet<unknown> } | undefined {
  const all = stepsIn(document);
  const steps = all.filter(({ path, shell }) => OF_COMMANDS.test(shell) && !isElsewhere(path));
  const outputs = new Outputs(document, steps, source);
  const parts = all.flatMap((step) => {
    const piece = steps.includes(step) ? pieceOfScalar(step.run, source) : PROGRAM;
    return piece ? [outputs.around(step, piece)] : [];
  });
  const reads = outputs.reads();
  if (parts.length + reads.length < 2) return undefined;
  return { piece: joined([...parts, ...reads]), steps: new Set(steps.map(({ run }) => run)) };
}

/** A program of another language: it gets the variables of the environment. */
const PROGRAM = madePiece("./program");

function stepsIn(document: Document.Parsed): Step[] {
  const found: Step[] = [];
  visit(document, {
    Pair: (_key, pair, path) => {
      if (!isScalar(pair.key) || pair.key.value !== "steps" || !isSeq(pair.value)) return;
      const owner = path.findLast((node) => isPair(node));
      const job = isPair(owner) && isScalar(owner.key) ? String(owner.key.value) : "";
      for (const item of pair.value.items) {
        const run = isMap(item) ? item.get("run", true) : undefined;
        if (!isMap(item) || !isScalar(run) || typeof run.value !== "string") continue;
        const around = [...(path as Node[]), pair as unknown as Node, pair.value, item];
        const own = item.items.find(({ value }) => value === run) as unknown as Node;
        const [id, shell] = [item.get("id"), item.get("shell")];
        found.push({
          run,
          path: [...around, own],
          job,
          id: typeof id === "string" ? id : undefined,
          shell: typeof shell === "string" ? shell : "bash",
        });
      }
    },
  });
  return found;
}

/** The values that steps give, in files with made names. */
class Outputs {
  #count = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly steps: readonly Step[],
    private readonly source: string,
  ) {}

  /** Puts the commands of a step into a shell that has what earlier steps give. */
  around(step: Step, run: Piece): Piece {
    const { job, id, path } = step;
    const files = [
      `printf '' > /steps/${job}/${id ?? ""}`,
      ...(step === this.steps.find((one) => one.job === job) ? [`printf '' > /env/${job}`] : []),
    ];
    const commands = withVariables(path, run, this.source);
    return joined([
      madePiece(`${files.join("\n")}\n(\nGITHUB_OUTPUT=/steps/${job}/${id ?? ""}\nGITHUB_ENV=/env/${job}`),
      madePiece(`:given /env/${job}`),
      ...this.#templates(commands.text, job),
      commands,
      madePiece("\n)"),
    ]);
  }

  /** Sets the variables that stand for templates in a text: `${{ steps.a.outputs.b }}`, `${{ needs.a.outputs.b }}`. */
  #templates(text: string, job: string): Piece[] {
    return [...templatesIn(text)].flatMap(([template, names]) => this.#given(template, names, job));
  }

  /** Sets variables to what a template names. */
  #given(template: string, names: readonly string[], job: string): Piece[] {
    const [kind, owner = "", outputs, name = ""] = template.split(".");
    if (kind === "env") return names.map((one) => madePiece(`${one}="$${owner}"`));
    if (outputs !== "outputs") return [];
    if (kind === "steps")
      return names.map((one) => madePiece(`:given /steps/${job}/${owner} ${name} ${one}`));
    const value = kind === "needs" ? this.#outputOfJob(owner, name) : undefined;
    if (!value) return [];
    const assigned = names.map((one) => inQuotes(`${one}=`, value));
    return [...this.#templates(value.text, owner), ...assigned];
  }

  #outputOfJob(job: string, name: string): Piece | undefined {
    const value = this.document.getIn(["jobs", job, "outputs", name], true);
    const piece = isScalar(value) ? pieceOfScalar(value, this.source) : undefined;
    // Another job that needs this one is not asked, so this ends.
    return piece && !/["\\`\n]|needs\./.test(piece.text) ? piece : undefined;
  }

  /**
   * Returns what expressions outside of commands take of outputs. What they read of JSON is a filter of jq:
   * `fromJSON(steps.a.outputs.b).name`. A whole output goes to a program that is not known: an action, or another job.
   */
  reads(): Piece[] {
    const found: Piece[] = [];
    const commands = new Set<unknown>(this.steps.map(({ path }) => path.at(-2)));
    visit(this.document, {
      Scalar: (key, scalar, path) => {
        const isRead = typeof scalar.value === "string" && /\b(?:steps|needs)\s*\./.test(scalar.value);
        const piece = key !== "key" && isRead ? pieceOfScalar(scalar, this.source) : undefined;
        if (!piece) return;
        const isOfCommands = path.some((node) => commands.has(node));
        addAll(found, this.#readsIn(piece, this.#jobAt(path), isOfCommands));
      },
    });
    return found;
  }

  /** Returns the name of the job that has a node; an action has its steps in `runs`. */
  #jobAt(path: readonly unknown[]): string {
    const keys = path.flatMap((node) => (isPair(node) && isScalar(node.key) ? [String(node.key.value)] : []));
    return keys[0] === "jobs" ? (keys[1] ?? "") : "runs";
  }

  /** @param isOfCommands true if the commands of a step have the text, in which a whole output is followed */
  #readsIn(piece: Piece, job: string, isOfCommands: boolean): Piece[] {
    const reader = new JinjaReader(piece, (name) => (OWNERS.has(name) ? { of: name, steps: [] } : undefined));
    for (const { index, 1: text } of piece.text.matchAll(/\$\{\{([^}]*)\}\}/g))
      reader.expression(index + 3, index + 3 + text!.length);
    return reader.reads.flatMap(({ of: kind, steps: [owner, outputs, name, ...inside] }) => {
      if (!owner || !outputs || !name || owner === "element" || outputs === "element" || name === "element")
        return [];
      if (outputs.name.text !== "outputs" || (inside.length === 0 && isOfCommands)) return [];
      const of = `output_${this.#count++}`;
      const given = this.#given(`${kind}.${owner.name.text}.outputs.${name.name.text}`, [of], job);
      const read =
        inside.length > 0 ? commandOfRead({ of, steps: inside }) : madePiece(`export ${of}\n./outputs`);
      return given.length > 0 ? [madePiece("("), ...given, read, madePiece(")")] : [];
    });
  }
}

/** The names of what has outputs. */
const OWNERS: ReadonlySet<string> = new Set(["steps", "needs"]);
