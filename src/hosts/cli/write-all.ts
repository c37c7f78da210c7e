/**
 * Writes a text and waits until all of it is written. A pipe takes a large report in pieces, and the process must not
 * end before the last one. Errors are also events of the stream, and are handled there.
 */
export function writeAll(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}
