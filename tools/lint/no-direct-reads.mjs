// A rule of ESLint for our own code. Files of a repository are read in one way: without waiting, regular files only, with a
// limit on the size. See src/workspace/read.ts.

const READERS = new Set([
  "createReadStream",
  "open",
  "openAsBlob",
  "openSync",
  "readFile",
  "readFileSync",
  "readSync",
]);
const FILE_SYSTEMS = new Set(["fs", "fileSystem"]);

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      read: "Read files with readBytes or readSource of src/workspace/read.ts, or with ProjectFiles.",
    },
  },
  create(context) {
    return {
      ImportSpecifier(node) {
        if (READERS.has(node.imported.name)) context.report({ node, messageId: "read" });
      },
      MemberExpression(node) {
        if (FILE_SYSTEMS.has(node.object.name) && READERS.has(node.property.name))
          context.report({ node, messageId: "read" });
      },
    };
  },
};
