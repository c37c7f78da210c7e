import { describe, it } from "vitest";
import { expectMoved, scripts } from "./support/script-programs.js";

const FEW = [
  "go-client",
  "go-create",
  "java-connection",
  "php-create",
  "python-class",
  "python-create",
  "python-http-client",
  "shell-create",
  "python-split-uri",
  "ruby-faraday",
  "ruby-party-class",
  "shell-heredoc",
  "shell-next",
  "shell-object",
];

describe("some programs in other languages", () => {
  it.each(scripts.filter((name) => FEW.includes(name)))("%s does the same after it was fixed", expectMoved);
});
