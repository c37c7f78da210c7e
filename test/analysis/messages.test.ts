import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const TEXT = '"the cluster has providerBackupEnabled"';

/** Puts statements into a program of a language. */
const PROGRAMS: Readonly<Record<string, (code: string) => string>> = {
  java: (code) => `class A { void f(Object x) { ${code} } }`,
  go: (code) =>
    `package a\n\nimport ("errors"; "fmt"; "log"; "os"; "testing")\n\nfunc f(t *testing.T, logger Logger) error {\n\t${code}\n\treturn nil\n}\n`,
  cs: (code) => `class A { void F(ILogger _logger) { ${code} } }`,
  py: (code) => `import click, logging, sys, warnings\n\ndef f(logger):\n    ${code}\n`,
  rb: (code) => `def f(logger)\n  ${code}\nend\n`,
  php: (code) => `<?php\nfunction f($logger) { ${code} }\n`,
  ps1: (code) => `function F($x) {\n  ${code}\n}\n`,
  rs: (code) => `fn f(x: &str) { ${code} }`,
  sh: (code) => `#!/bin/sh\n${code}\n`,
};

const SHOWN: readonly (readonly [string, string])[] = [
  ["java", `System.err.println("Fields: " + ${TEXT});`],
  ["java", `System.out.printf(${TEXT}, x);`],
  ["java", `LOG.info(${TEXT});`],
  ["java", `Logger.getLogger("a").severe(${TEXT});`],
  ["java", `throw new IllegalStateException(${TEXT});`],
  ["go", `log.Println(${TEXT})`],
  ["go", `log.Fatalf(${TEXT})`],
  ["go", `fmt.Println(${TEXT})`],
  ["go", `fmt.Fprintf(os.Stderr, ${TEXT})`],
  ["go", `logger.WithField("a", 1).Warnln(${TEXT})`],
  ["go", `t.Fatalf(${TEXT})`],
  ["go", `panic(${TEXT})`],
  ["go", `return errors.New(${TEXT})`],
  ["go", `return fmt.Errorf(${TEXT})`],
  ["cs", `Console.WriteLine(${TEXT});`],
  ["cs", `Console.Error.WriteLine($${TEXT});`],
  ["cs", `_logger.LogInformation(${TEXT});`],
  ["cs", `throw new System.Exception(${TEXT});`],
  ["py", `print(${TEXT})`],
  ["py", `logging.info(${TEXT})`],
  ["py", `sys.stderr.write(${TEXT})`],
  ["py", `warnings.warn(${TEXT})`],
  ["py", `click.echo(${TEXT})`],
  ["py", `raise ValueError(${TEXT})`],
  ["rb", `puts ${TEXT}`],
  ["rb", `Rails.logger.info ${TEXT}`],
  ["rb", `abort ${TEXT}`],
  ["rb", `raise ArgumentError, ${TEXT}`],
  ["php", `error_log(${TEXT});`],
  ["php", `echo ${TEXT};`],
  ["php", `$this->logger->warning(${TEXT});`],
  ["ps1", `Write-Host ${TEXT}`],
  ["ps1", `throw ${TEXT}`],
  ["rs", `println!(${TEXT});`],
  ["rs", `log::warn!(${TEXT});`],
  ["rs", `panic!(${TEXT});`],
  ["sh", `echo ${TEXT}`],
  ["sh", `echo ${TEXT} >&2`],
];

const USED: readonly (readonly [string, string])[] = [
  ["java", `writer.println("{\\"providerBackupEnabled\\": true}");`],
  ["go", `fmt.Fprintf(file, "{\\"providerBackupEnabled\\": true}")`],
  ["go", `fmt.Println("{\\"providerBackupEnabled\\": true}")`],
  ["sh", `echo '{"providerBackupEnabled": true}'`],
];

async function severities([language, code]: readonly [string, string]): Promise<string[]> {
  const { findings } = await analyze(`a.${language}`, PROGRAMS[language]!(code));
  return findings.map(({ severity }) => severity);
}

describe("the name of a property", () => {
  it.each(SHOWN)("is information in a text that people read: %s %s", async (...one) => {
    expect(await severities(one)).toEqual(["info"]);
  });

  it.each(USED)("is an error in a text that programs read: %s %s", async (...one) => {
    expect(await severities(one)).toEqual(["error"]);
  });
});
