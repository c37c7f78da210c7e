import { isMap, isPair, isScalar, isSeq, visit, type Document, type Node, type Scalar } from "yaml";
import { addAll } from "../../core/add-all.js";
import { JinjaReader, commandOfRead } from "./jinja-reads.js";
import { joined, madePiece, type Piece } from "./piece.js";
import { templatesIn } from "./placeholders.js";
import { pieceOfScalar } from "./yaml-data.js";
import { withVariables } from "./yaml-variables.js";

/** A step of a workflow that runs commands of a shell, and the job or the action that it is in. */
interface Step {
  readonly run: Scalar;
  readonly path: readonly Node[];
  readonly id: string | undefined;
  readonly job: string;
}

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
  const steps = stepsIn(document).filter(({ path }) => !isElsewhere(path));
  const outputs = new Outputs(document, steps, source);
  const parts = steps.flatMap((step) => {
    const piece = pieceOfScalar(step.run, source);
    return piece ? [outputs.around(step, piece)] : [];
  });
  if (parts.length < 2) return undefined;
  return { piece: joined([...parts, ...outputs.reads()]), steps: new Set(steps.map(({ run }) => run)) };
}

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
        const id = item.get("id");
        found.push({ run, path: [...around, own], job, id: typeof id === "string" ? id : undefined });
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
    return [...templatesIn(text)].flatMap(([template, names]) => {
      const [kind, owner = "", outputs, name = ""] = template.split(".");
      if (kind === "env") return names.map((one) => madePiece(`${one}="$${owner}"`));
      if (outputs !== "outputs") return [];
      if (kind === "steps")
        return names.map((one) => madePiece(`:given /steps/${job}/${owner} ${name} ${one}`));
      const value = kind === "needs" ? this.#outputOfJob(owner, name) : undefined;
      return value
        ? [
            ...this.#templates(value.text, owner),
            ...names.map((one) => joined([madePiece(`${one}="`), value, madePiece('"')], "")),
          ]
        : [];
    });
  }

  #outputOfJob(job: string, name: string): Piece | undefined {
    const value = this.document.getIn(["jobs", job, "outputs", name], true);
    const piece = isScalar(value) ? pieceOfScalar(value, this.source) : undefined;
    // Another job that needs this one is not asked, so this ends.
    return piece && !/["\\`\n]|needs\./.test(piece.text) ? piece : undefined;
  }

  /** Returns what expressions read of JSON in outputs, as filters of jq: `fromJSON(steps.a.outputs.b).name`. */
  reads(): Piece[] {
    const found: Piece[] = [];
    visit(this.document, {
      Scalar: (key, scalar, path) => {
        const isRead = typeof scalar.value === "string" && /fromJSON\s*\(\s*steps\./i.test(scalar.value);
        const piece = key !== "key" && isRead ? pieceOfScalar(scalar, this.source) : undefined;
        if (piece) addAll(found, this.#readsIn(piece, this.#jobAt(path as Node[])));
      },
    });
    return found;
  }

  #jobAt(path: readonly Node[]): string {
    const steps = path.findLastIndex(
      (node) => isPair(node) && isScalar(node.key) && node.key.value === "steps",
    );
    const owner = path.slice(0, Math.max(0, steps)).findLast((node) => isPair(node)) as unknown;
    return isPair(owner) && isScalar(owner.key) ? String(owner.key.value) : "";
  }

  #readsIn(piece: Piece, job: string): Piece[] {
    const reader = new JinjaReader(piece, (name) => (name === "steps" ? { of: name, steps: [] } : undefined));
    for (const { index, 1: text } of piece.text.matchAll(/\$\{\{([^}]*)\}\}/g))
      reader.expression(index + 3, index + 3 + text!.length);
    return reader.reads.flatMap(({ steps: [id, outputs, name, ...inside] }) => {
      if (!id || !outputs || !name || id === "element" || outputs === "element" || name === "element")
        return [];
      if (outputs.name.text !== "outputs" || inside.length === 0) return [];
      const of = `output_${this.#count++}`;
      const given = madePiece(`:given /steps/${job}/${id.name.text} ${name.name.text} ${of}`);
      return [given, commandOfRead({ of, steps: inside })];
    });
  }
}
