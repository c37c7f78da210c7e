import { Language, Parser } from "web-tree-sitter";

/** In pages of 64 KiB: 256 MiB. The largest files of real code need 40 MiB; a small hostile one would take all there is. */
const MAX_PAGES = 4096;
const FIRST_PAGES = 512;
const PAGE = 65_536;
const EMPTY_PAGE = new Uint8Array(PAGE);

/** The types of Node.js do not describe `WebAssembly`. */
const { Memory, Module, Instance, compile, RuntimeError } = (
  globalThis as unknown as { WebAssembly: WebAssemblyTypes }
).WebAssembly;

interface WebAssemblyTypes {
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (module: object, imports: Imports) => object;
  readonly compile: (bytes: Uint8Array) => Promise<CompiledModule>;
  readonly RuntimeError: new () => Error;
}

type CompiledModule = Parameters<typeof Language.loadSync>[0];

/** The part of the runtime's imports that is used here. */
interface Imports {
  readonly env: { readonly __stack_pointer: { value: number } };
}

/** The memory of the runtime while no text is parsed. It has languages and parsers, but no trees. */
interface Rest {
  /** The pages of the memory up to the last one that is used. */
  readonly bytes: Uint8Array;
  readonly stackPointer: number;
}

/** The runtime of a process. */
interface Runtime {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Absent if something else has started the runtime: then its memory cannot be put back. */
  stackPointer?: Imports["env"]["__stack_pointer"];
  rest?: Rest;
  /** Is true if a text was parsed since the memory was as in `rest`. */
  isUsed: boolean;
}

/** Two copies of v2ready in a process, as in an editor, have one runtime: web-tree-sitter starts it only once. */
const KEY = Symbol.for("v2ready.tree-sitter.runtime");
const runtime = ((Parser as unknown as Record<symbol, Runtime | undefined>)[KEY] ??= {
  memory: new Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES }),
  isUsed: false,
});

/** Starts the runtime of all parsers. */
export function startRuntime(binary: Uint8Array): Promise<void> {
  return Parser.init({
    wasmMemory: runtime.memory,
    instantiateWasm: (imports: Imports, receive: (instance: object, module: object) => void) => {
      runtime.stackPointer = imports.env.__stack_pointer;
      const module = new Module(binary);
      receive(new Instance(module, imports), module);
    },
    // The runtime writes its own end to standard error; `parseText` reports it.
    printErr: () => {},
  });
}

/** Makes a parser of the language that a grammar describes. */
export async function makeParser(grammar: Uint8Array): Promise<Parser> {
  const module = await compile(grammar);
  // From here on nothing waits, so no text is parsed before the memory is kept.
  putBack();
  const language = Language.loadSync(module);
  const parser = new Parser();
  parser.setLanguage(language);
  const { stackPointer } = runtime;
  if (stackPointer) runtime.rest = { bytes: usedMemory(), stackPointer: stackPointer.value };
  return parser;
}

/**
 * Runs work that uses the memory of the runtime and keeps nothing there. An error may leave that memory in disorder, so it
 * is put back to its state before any text was parsed. If the memory ran out in another state, the work is done once more:
 * the texts before it must not decide about it.
 */
export function withRuntime<T>(work: () => T): T {
  const wasUsed = runtime.isUsed;
  runtime.isUsed = true;
  try {
    return work();
  } catch (error) {
    putBack();
    if (!wasUsed || !isAbort(error)) throw error;
    return withRuntime(work);
  }
}

/** Tells if the runtime ended. It ends where it gets no memory. */
export function isAbort(error: unknown): boolean {
  return error instanceof RuntimeError;
}

function putBack(): void {
  const { rest, stackPointer, memory } = runtime;
  if (!rest || !stackPointer || !runtime.isUsed) return;
  const { bytes } = rest;
  new Uint8Array(memory.buffer).set(bytes);
  for (let start = bytes.length; start < memory.buffer.byteLength; start += PAGE)
    if (!isEmpty(start)) new Uint8Array(memory.buffer, start, PAGE).fill(0);
  stackPointer.value = rest.stackPointer;
  runtime.isUsed = false;
}

function usedMemory(): Uint8Array {
  const { memory } = runtime;
  let end = memory.buffer.byteLength;
  while (end > 0 && isEmpty(end - PAGE)) end -= PAGE;
  return new Uint8Array(memory.buffer.slice(0, end));
}

/** Tells if a page has only zeros. To read a page that was never written takes no memory; to write one does. */
function isEmpty(start: number): boolean {
  return Buffer.compare(new Uint8Array(runtime.memory.buffer, start, PAGE), EMPTY_PAGE) === 0;
}
