import { readFileSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { builtPackages } from "../support/built-packages.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const code = readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(join(ROOT, "dist", name), "utf8") }));

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

it("what is built imports Node.js, itself and the dependencies of the package, and nothing else", () => {
  const imported = code.flatMap(({ name, text }) => {
    const { errors, module } = parseSync(name, text);
    expect(errors).toEqual([]);
    return module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  });
  const packages = imported.filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier));
  expect(new Set(packages.map(packageOf))).toEqual(
    new Set(["oxc-parser", "oxc-resolver", "web-tree-sitter"]),
  );
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(["oxc-parser", "oxc-resolver", "web-tree-sitter"]) as unknown,
  );
});

it("every package that is built in has its licence in the notices", () => {
  const notices = readFileSync(join(ROOT, "dist/THIRD-PARTY-NOTICES.txt"), "utf8").split("\n");
  const built = new Set([...builtPackages().values()].flat());
  expect(built.size).toBeGreaterThan(20);
  expect([...built].filter((name) => name in dependencies)).toEqual([]);
  expect([...built].filter((name) => name in devDependencies).length).toBeGreaterThan(10);
  for (const name of built)
    expect(notices).toContainEqual(expect.stringMatching(new RegExp(`^${name} \\d\\S* \\(.+\\)$`)));
});

it("no bundle has a copy of a schema of the catalog: all read the one in dist/schemas", () => {
  for (const name of ["catalog", "vocabulary", "overlay"]) {
    const text = readFileSync(join(ROOT, `dist/schemas/${name}.schema.json`), "utf8");
    const { description } = JSON.parse(text) as { readonly description: string };
    expect(description.length).toBeGreaterThan(40);
    expect(code.filter((bundle) => bundle.text.includes(description)).map((bundle) => bundle.name)).toEqual(
      [],
    );
  }
});
