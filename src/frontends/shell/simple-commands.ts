import { addAll } from "../../core/add-all.js";
import { concatTexts, flatten, sliceText, type Part, type Text } from "../../facts/text.js";
import { holeOf, opaque } from "../../analysis/evaluation/value.js";

/** One command of a text that a shell runs. */
export interface SimpleCommand {
  /** Its words with quotes and backslashes read, without redirections and the variables in front of it. */
  readonly words: readonly Text[];
  /** True if it reads what the command before it prints. */
  readonly isFed: boolean;
}

/** Words of the language in front of a command. */
const LEADING = new Set(["if", "then", "elif", "else", "while", "until", "do", "!", "{"]);

/** Returns whether a word comes before a command, like a variable that is set for it. */
function isLeading(word: string): boolean {
  return LEADING.has(word) || /^\w+=/.test(word);
}

/** Characters that mean nothing else to a shell, without quotes and in double ones. */
const PLAIN = /[^\s\\;|&<>()'"$`#]+/y;
const QUOTED = /[^"\\$`]+/y;

/**
 * Reads the commands of a text whose variables are unknown: `cd x && curl -H "A: $B" $URL | jq .id`. It is for texts
 * that are values of a program; a script is parsed with its grammar. Shell expansions become unknown parts.
 */
export function simpleCommands(text: Text): SimpleCommand[] {
  return new Reader(text).commands();
}

class Reader {
  readonly #flat: string;
  readonly #found: SimpleCommand[] = [];
  #words: Text[] = [];
  #parts: Text[] | undefined;
  #isFed = false;
  /** True if the next word is the file of a redirection. */
  #isFile = false;
  #at = 0;

  constructor(private readonly text: Text) {
    this.#flat = flatten(text);
  }

  commands(): SimpleCommand[] {
    while (this.#at < this.#flat.length) this.#next();
    this.#endCommand(false);
    return this.#found;
  }

  #next(): void {
    const flat = this.#flat;
    const character = flat[this.#at]!;
    if (character === "\\" && flat[this.#at + 1] === "\n") this.#at += 2;
    else if (character === "\n" || character === ";") this.#endCommand(false, 1);
    else if (/\s/.test(character)) this.#endWord(1);
    else if (character === "#" && !this.#parts) {
      const end = flat.indexOf("\n", this.#at);
      this.#at = end < 0 ? flat.length : end;
    } else if (character === "|") {
      const isOr = flat[this.#at + 1] === "|";
      this.#endCommand(!isOr, isOr ? 2 : 1);
    } else if (character === "&" && flat[this.#at + 1] !== ">") this.#endCommand(false, 1);
    else if (/[<>&]/.test(character)) this.#redirection();
    else if (character === "(" || character === ")") this.#endCommand(false, 1);
    else if (character === "'") this.#single();
    else if (character === '"') this.#double();
    else if (character === "$" || character === "`") this.#expansion();
    else {
      if (character === "\\") this.#at++;
      this.#take(character === "\\" ? 1 : this.#run(PLAIN));
    }
  }

  /** Returns the number of characters that a pattern matches here, at least one. */
  #run(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#flat)?.[0].length ?? 1;
  }

  #take(length: number): void {
    (this.#parts ??= []).push(sliceText(this.text, this.#at, this.#at + length));
    this.#at += length;
  }

  #single(): void {
    const end = this.#flat.indexOf("'", this.#at + 1);
    const to = end < 0 ? this.#flat.length : end;
    (this.#parts ??= []).push(sliceText(this.text, this.#at + 1, to));
    this.#at = to + 1;
  }

  #double(): void {
    const flat = this.#flat;
    this.#parts ??= [];
    this.#at++;
    while (this.#at < flat.length && flat[this.#at] !== '"') {
      const character = flat[this.#at]!;
      if (character === "$" || character === "`") this.#expansion();
      else {
        const isEscaped = character === "\\" && /["\\$`\n]/.test(flat[this.#at + 1] ?? "");
        if (isEscaped) this.#at++;
        this.#take(isEscaped ? 1 : this.#run(QUOTED));
      }
    }
    this.#at++;
  }

  /** Reads an expansion: `$X`, `${X:-y}`, `$(…)`, `` `…` ``. */
  #expansion(): void {
    const flat = this.#flat;
    const name = /^\$(?:\w+|[@*#?$!-]|\{[^}]*\}?)/.exec(flat.slice(this.#at, this.#at + 200))?.[0];
    if (name === undefined && flat.startsWith("$(", this.#at)) {
      const [start, end] = [this.#at, this.#closing(this.#at + 1)];
      this.#inner(start + 2, end);
      this.#hole("command", end + 1);
    } else if (name === undefined && flat[this.#at] === "`") {
      const end = flat.indexOf("`", this.#at + 1);
      const to = end < 0 ? flat.length : end;
      this.#inner(this.#at + 1, to);
      this.#hole("command", to + 1);
    } else if (name === undefined) this.#take(1);
    else this.#hole(name.replaceAll(/[${}]/g, ""), this.#at + name.length);
  }

  /** Adds commands whose output becomes a part of a word, before the command with the word. */
  #inner(from: number, to: number): void {
    addAll(this.#found, simpleCommands(sliceText(this.text, from, to)));
  }

  #closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.#flat.length; at++) {
      if (this.#flat[at] === "(") depth++;
      if (this.#flat[at] === ")" && --depth === 0) return at;
    }
    return this.#flat.length;
  }

  #hole(name: string, to: number): void {
    const parts: Part[] = [holeOf(opaque("environment", name))];
    (this.#parts ??= []).push({ kind: "text", parts });
    this.#at = to;
  }

  /** Reads a redirection: `> file`, `2>&1`, `&> file`, `< file`, `<<< text`. */
  #redirection(): void {
    const [operator] = /^(?:&>>?|<<<|<<-?|<>|<&|>>|>&|>\||[<>])/.exec(
      this.#flat.slice(this.#at, this.#at + 4),
    )!;
    if (this.#parts && /^\d*$/.test(flatten(concatTexts(this.#parts)))) this.#parts = undefined;
    this.#endWord(operator.length);
    this.#isFile = true;
  }

  #endWord(length: number): void {
    this.#at += length;
    const parts = this.#parts;
    if (!parts) return;
    this.#parts = undefined;
    const word = concatTexts(parts);
    if (this.#isFile) this.#isFile = false;
    else if (this.#words.length > 0 || !isLeading(flatten(word))) this.#words.push(word);
  }

  #endCommand(feedsNext: boolean, length = 0): void {
    this.#endWord(length);
    this.#isFile = false;
    if (this.#words.length > 0) this.#found.push({ words: this.#words, isFed: this.#isFed });
    this.#words = [];
    this.#isFed = feedsNext;
  }
}
