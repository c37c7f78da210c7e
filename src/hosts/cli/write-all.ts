/**
 * A pipe takes a large report in pieces; the process must not end before the last one. Errors are events of the stream,
 * too, and handled there.
 */
export function writeAll(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}
