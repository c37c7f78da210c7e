// A rule of ESLint for our own code: a table whose keys come from outside (names of files, members of programs, flags)
// is a Map. In an object `table["constructor"]` is a function of the language, and `__proto__` is not a key.

const isString = (node) => node?.type === "TSStringKeyword";

/** `Record<string, …>`, also inside of `Readonly<…>` and `Partial<…>`. */
function isRecordOfStrings(type) {
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return false;
  const [first] = type.typeArguments?.params ?? [];
  if (type.typeName.name === "Record") return isString(first);
  return ["Readonly", "Partial"].includes(type.typeName.name) && isRecordOfStrings(first);
}

/** `Record<string, number>` */
function countsIn(type) {
  const { params } = type.typeArguments;
  return type.typeName.name === "Record" ? params[1]?.type === "TSNumberKeyword" : countsIn(params[0]);
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      table: "A table that is looked up by any string is a Map: an object has members of its own.",
    },
  },
  create(context) {
    return {
      VariableDeclarator(node) {
        const type = node.id.typeAnnotation?.typeAnnotation;
        if (!isRecordOfStrings(type) || node.init?.type !== "ObjectExpression") return;
        // Keys of a result that a function builds are not looked up by name; keys that it counts are.
        const declaredIn = node.parent.parent.type;
        const isTable = declaredIn === "Program" || declaredIn === "ExportNamedDeclaration";
        if (isTable || countsIn(type)) context.report({ node, messageId: "table" });
      },
    };
  },
};
