const NO_CHILDREN: readonly SyntaxNode[] = [];

/**
 * A node of a syntax tree, copied out of the memory of the parser. Offsets are UTF-16 code units of the text that was
 * parsed. Not every character is in a node: the text of a literal may lie between its children.
 */
export class SyntaxNode {
  /** All children, tokens included. */
  children: readonly SyntaxNode[] = NO_CHILDREN;

  constructor(
    readonly type: string,
    /** True if the grammar names it. Tokens such as `(` have no name. */
    readonly isNamed: boolean,
    /** The field of the parent that it is; "" where it is none. */
    readonly fieldName: string,
    readonly start: number,
    readonly end: number,
    private readonly source: string,
    readonly parent: SyntaxNode | undefined,
    /** True if the parser added it because it is missing in the text. */
    readonly isMissing: boolean,
  ) {}

  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  /** True if the grammar does not allow the text, or text is missing. */
  get isError(): boolean {
    return this.type === "ERROR" || this.isMissing;
  }

  /** The children that have names, comments included. */
  get named(): SyntaxNode[] {
    return this.children.filter(({ isNamed }) => isNamed);
  }

  /** Returns the first child in a field. */
  field(name: string): SyntaxNode | undefined {
    return this.children.find(({ fieldName }) => fieldName === name);
  }

  /** Returns all children in a field. */
  fields(name: string): SyntaxNode[] {
    return this.children.filter(({ fieldName }) => fieldName === name);
  }

  /** Returns the first child of a type. */
  child(type: string): SyntaxNode | undefined {
    return this.children.find((child) => child.type === type);
  }

  /** Returns all children of one of these types. */
  all(...types: readonly string[]): SyntaxNode[] {
    return this.children.filter(({ type }) => types.includes(type));
  }

  /** Yields this node and all nodes below it, in the order of the text. */
  *walk(): Generator<SyntaxNode> {
    const open: SyntaxNode[] = [this];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!);
    }
  }
}
