import type { Expression, Node, ObjectExpression, Program, Statement } from "@oxc-project/types";
import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { Span } from "../../../core/span.js";
import { componentLanguage } from "../component-language.js";
import { markupStart, scriptsOf } from "../component-scripts.js";
import { walk } from "../../../analysis/walk.js";
import { AstroMarkup } from "./astro-markup.js";
import { MARKUP_FUNCTIONS } from "./functions.js";
import { expressionsIn, type MarkupNode } from "./markup-tree.js";
import { arrow, call, functionExpression, member, name, property, render, self, statement } from "./nodes.js";
import { CodeParser } from "./parse-code.js";
import { readMarkup } from "./read-markup.js";
import { SvelteMarkup } from "./svelte-markup.js";
import { VueMarkup } from "./vue-markup.js";

/** The name of a function that does what markup does, where it is a member; no program has one of that name. */
const RENDER = "markup.render";

/**
 * The markup of a component as a part of the program of its scripts: a function with the effect of the markup, in the
 * scope that it sees. It has no caller, so it runs as an entry point.
 */
export class ComponentMarkup {
  /** All code in it. */
  readonly code: readonly Span[];
  /** The code that is not understood, as far as it was looked at. */
  failed: readonly Span[] = [];
  /** True if it is a part of a program. */
  isFollowed = false;
  readonly #nodes: readonly MarkupNode[];
  readonly #text: string;
  readonly #path: string;
  /** The object that its names are members of, if not the scope of the script. */
  #names: "scope" | "boxes" | "instance" = "scope";
  #inside = new Set<object>();

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
    this.#nodes = readMarkup(componentLanguage(path)!, text, markupStart(path, text));
    this.code = expressionsIn(this.#nodes);
  }

  /** Returns whether it may be a template of Vue 2, which does not know `?.` in all of its versions. */
  get mayBeOld(): boolean {
    return (
      this.#names === "instance" &&
      !this.code.some(({ start, end }) => this.#text.slice(start, end).includes("?."))
    );
  }

  /** Returns the markup as statements. */
  statements(): readonly Statement[] {
    const parser = new CodeParser(this.#text);
    const language = componentLanguage(this.#path)!;
    const made = new MARKUPS[language](this.#text, parser).statements(this.#nodes);
    this.failed = parser.failed;
    return made;
  }

  /** Adds the function to the program of the scripts, before its names are looked at. */
  addTo(program: Program): void {
    this.#inside = new Set();
    this.#names = "scope";
    if (this.code.length === 0) return;
    const whole = { start: this.code[0]!.start, end: this.code.at(-1)!.end };
    const statements = this.statements();
    if (componentLanguage(this.#path) === "vue") this.#addToVue(program, whole, statements);
    else this.#addToScope(program, whole, statements);
    this.isFollowed = true;
  }

  /** Makes the names in the function mean what they mean in markup. */
  link({ scopes }: Pick<ScopeManager, "scopes">): void {
    if (this.#names === "scope") return;
    for (const scope of scopes) {
      for (const reference of scope.references) {
        const identifier = reference.identifier as unknown as Expression & { name: string };
        if (!this.#inside.has(identifier) || identifier.type !== "Identifier") continue;
        const { resolved } = reference;
        const isLocal = resolved?.defs.some((definition) => this.#inside.has(definition.name)) ?? false;
        if (isLocal) continue;
        if (this.#names === "instance") {
          // Components have the names that the script gives them.
          const isComponent = resolved !== null && /^[A-Z]/.test(identifier.name);
          if (!isComponent && !GLOBALS.has(identifier.name) && !identifier.name.startsWith("markup."))
            become(identifier, member(identifier, self(identifier), identifier.name));
        } else if (resolved) {
          const own = name(identifier, identifier.name);
          (reference as { identifier: unknown }).identifier = own;
          const box = call(identifier, name(identifier, MARKUP_FUNCTIONS.box), [own]);
          become(identifier, member(identifier, box, "value"));
        }
      }
    }
  }

  #addToScope(program: Program, whole: Span, statements: readonly Statement[]): void {
    const made = render(arrow(whole, [], statements));
    this.#remember(made);
    program.body.push(statement(made));
  }

  /**
   * Adds what the template can see: the declarations of `<script setup>` with refs unwrapped, or the members of a
   * component in options form.
   */
  #addToVue(program: Program, whole: Span, statements: readonly Statement[]): void {
    const isSetup = scriptsOf(this.#path, this.#text).some((script) => script.isSetup);
    const options = isSetup ? undefined : describedIn(program);
    if (!options) {
      this.#names = "boxes";
      this.#addToScope(program, whole, statements);
      return;
    }
    this.#names = "instance";
    const made = render(functionExpression(whole, statements));
    this.#remember(made);
    (options.properties as Node[]).push(property(whole, RENDER, made));
  }

  #remember(made: Node): void {
    walk(made, (node) => {
      this.#inside.add(node);
      return undefined;
    });
  }
}

const MARKUPS = { vue: VueMarkup, svelte: SvelteMarkup, astro: AstroMarkup } as const;

/** The options that a file of Vue exports: `export default { … }`, or given to a function as `defineComponent`. */
function describedIn({ body }: Program): ObjectExpression | undefined {
  const exported = body.find((node) => node.type === "ExportDefaultDeclaration");
  let described: Node | undefined = exported?.declaration;
  while (described?.type === "TSAsExpression" || described?.type === "TSSatisfiesExpression")
    described = described.expression;
  if (described?.type === "CallExpression")
    described = described.arguments.find(({ type }) => type === "ObjectExpression");
  return described?.type === "ObjectExpression" ? described : undefined;
}

function become(node: object, other: object): void {
  Object.assign(node, other);
}

/** https://github.com/vuejs/core/blob/main/packages/shared/src/globalsAllowList.ts */
const GLOBALS = new Set(
  (
    "Infinity,undefined,NaN,isFinite,isNaN,parseFloat,parseInt,decodeURI,decodeURIComponent,encodeURI," +
    "encodeURIComponent,Math,Number,Date,Array,Object,Boolean,String,RegExp,Map,Set,JSON,Intl,BigInt,console,Error,Symbol"
  ).split(","),
);
