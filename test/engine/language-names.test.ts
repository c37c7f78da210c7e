import { expect, it } from "vitest";
import { languageName } from "../../src/engine/language-names.js";

it.each([
  ["swift", "Swift"],
  ["visual-basic", "Visual Basic"],
  ["csharp", "C#"],
  ["dockerfile", "a Dockerfile"],
])("writes %s as %s", (language, name) => expect(languageName(language)).toBe(name));
