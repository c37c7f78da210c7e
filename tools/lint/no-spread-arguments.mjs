// A rule of ESLint for our own code. A list whose length a file decides must not be spread into the arguments of a
// call, because too many overflow the stack.

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { spread: "So many arguments may not fit on the stack: use addAll or greatestOf of src/core." },
  },
  create(context) {
    return {
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        const { name } = callee.property;
        const isOfNumbers =
          callee.object.name === "Math" && (name === "max" || name === "min" || name === "hypot");
        if (!isOfNumbers && name !== "push" && name !== "unshift") return;
        for (const node of given) {
          const isShort = node.type === "SpreadElement" && node.argument.type === "ArrayExpression";
          if (node.type === "SpreadElement" && !isShort) context.report({ node, messageId: "spread" });
        }
      },
    };
  },
};
