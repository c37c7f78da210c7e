/** A run asks about one file many times before it asks about another, before and after an edit. */
const KEPT = 3;

/** Returns the same function, which keeps what it made of the last texts. */
export function keepingLast<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const made = known.has(text) ? known.get(text)! : make(text);
    known.delete(text);
    known.set(text, made);
    const [oldest] = known.keys();
    if (known.size > KEPT) known.delete(oldest!);
    return made;
  };
}
