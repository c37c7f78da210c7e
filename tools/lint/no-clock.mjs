// A rule of ESLint for our own code. Code that decides about results must not read the clock, wait for it, or use
// random numbers, so that two runs give the same on every machine. Limits count work:
// src/analysis/evaluation/work.ts.

const MODULES = new Set(
  ["perf_hooks", "timers", "timers/promises"].flatMap((name) => [name, `node:${name}`]),
);

/** Globals, and the members of them that are meant; all of them where none is named. */
const GLOBALS = new Map([
  ["performance", undefined],
  ["setTimeout", undefined],
  ["setInterval", undefined],
  ["AbortSignal", ["timeout"]],
  ["Date", ["now"]],
  ["Math", ["random"]],
  ["process", ["cpuUsage", "hrtime", "memoryUsage", "resourceUsage", "uptime"]],
]);

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      clock: "{{name}} gives something else each time, so no result may depend on it. Count work instead.",
    },
  },
  create(context) {
    const report = (node, name) => context.report({ node, messageId: "clock", data: { name } });
    return {
      ImportDeclaration({ source }) {
        if (MODULES.has(source.value)) report(source, source.value);
      },
      "Program:exit"() {
        const { globalScope } = context.sourceCode.scopeManager;
        const known = [...GLOBALS.keys()].flatMap((name) => globalScope.set.get(name) ?? []);
        const own = known.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references);
        for (const { identifier } of new Set([...globalScope.through, ...own])) {
          const { name, parent } = identifier;
          const members = GLOBALS.get(name);
          if (GLOBALS.has(name) && !members) report(identifier, name);
          const member =
            parent.type === "MemberExpression" && parent.object === identifier && parent.property.name;
          if (members?.includes(member)) report(parent, `${name}.${member}`);
          const isNow = /^(?:New|Call)Expression$/.test(parent.type) && parent.callee === identifier;
          if (name === "Date" && isNow && (parent.type === "CallExpression" || parent.arguments.length === 0))
            report(parent, "the present time");
        }
      },
    };
  },
};
