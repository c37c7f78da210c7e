import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

it.each(["for _, one := range all", "for key = range all", "for i := 0; i < 3; i++", "if all != nil"])(
  "the text of a log in a block is a text for people: %s",
  async (head) => {
    const text = `".cluster.providerSettings.instanceSizeName must not be empty"`;
    const code = `package a\n\nfunc check() {\n\t${head} {\n\t\tlogger.Errorw("invalid", "error", ${text})\n\t}\n}\n`;
    const { findings } = await analyze("a.go", code);
    expect(findings.map(({ severity, place }) => [severity, code.slice(place.start, place.end)])).toEqual([
      ["info", "providerSettings"],
    ]);
  },
);
