import * as build from "../lowered/build.js";
import type { Expr, Property, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentsOf, expression } from "./expressions.js";
import { scriptBlock } from "./functions.js";
import { isCommandOfPowerShell } from "./library/command-names.js";
import { commandName } from "./names.js";
import { innermost, isCode, type Scope } from "./scope.js";

/** Lowers `a | b | c`: each command gets the output of the one before. */
export function pipeline(node: SyntaxNode, scope: Scope): Expr {
  const chain = node.type === "pipeline" ? innermost(node) : node;
  if (chain.type === "pipeline")
    // `a && b` and `a || b`
    return build.unknown(
      node,
      chain.named.filter(isCode).map((one) => expression(one, scope)),
    );
  const stages = chain.type === "pipeline_chain" ? chain.named.filter(isCode) : [chain];
  const [first, ...others] = stages;
  if (!first) return build.unknown(node);
  let value = first.type === "command" ? command(first, undefined, scope) : expression(first, scope);
  for (const stage of others) {
    if (stage.type === "command") value = command(stage, value, scope);
    else if (stage.type !== "redirection" && stage.type !== "redirections")
      value = build.unknown(stage, [value]);
  }
  return value;
}

/** An argument of a command: a parameter with or without a value, or a value by its position. */
interface Given {
  readonly place: SyntaxNode;
  readonly name?: string;
  readonly value?: SyntaxNode;
}

/** Parameters of commands of PowerShell that take no value. */
const SWITCHES =
  /^(?:usebasicparsing|skipcertificatecheck|skiphttperrorcheck|disablekeepalive|verbose|debug|force|passthru|compress|asarray|noenumerate|ashashtable|raw|nonewline|usedefaultcredentials|allowunencryptedauthentication|unique|descending|whatif|asplaintext|wait|nonewwindow|preserveauthorizationonredirect|skipheadervalidation|recurse|file|directory|global|noclobber|append)$/;

function givenTo(node: SyntaxNode, scope: Scope): Given[] {
  const found: Given[] = [];
  const elements = (node.child("command_elements")?.children ?? []).filter((one) => one.isNamed);
  const facts = scope.file.functions.get(nameOf(node) ?? "");
  for (let index = 0; index < elements.length; index++) {
    const one = elements[index]!;
    if (one.type === "command_parameter") {
      const name = one.text.replace(/^-|:$/g, "").toLowerCase();
      const isSwitch = facts ? facts.switches.has(name) : SWITCHES.test(name);
      const separator = elements[index + 1];
      const value = elements[index + 2];
      const isGiven = separator?.text.startsWith(":") || !isSwitch;
      if (
        isGiven &&
        separator?.type === "command_argument_sep" &&
        value &&
        value.type !== "command_parameter"
      ) {
        found.push({ place: one, name, value });
        index += 2;
      } else found.push({ place: one, name });
    } else if (isCode(one) && !/^redirection/.test(one.type)) found.push({ place: one, value: one });
  }
  return found;
}

function nameOf(node: SyntaxNode): string | undefined {
  const written = node.field("command_name");
  if (!written) return node.child("foreach_command") ? "foreach-object" : undefined;
  const inner = written.type === "command_name_expr" ? written.named[0] : written;
  return inner && /^(?:command_name|generic_token)$/.test(inner.type) ? commandName(inner.text) : undefined;
}

/** Lowers a command: of PowerShell, of this file, of a loaded file, or a program. */
export function command(node: SyntaxNode, input: Expr | undefined, scope: Scope): Expr {
  const name = nameOf(node);
  if (name === undefined) return dynamicCommand(node, input, scope);
  if (node.child("foreach_command")) return forEach(node, node.child("foreach_command")!, input, scope);
  const given = givenTo(node, scope);
  const { file } = scope;
  if (node.child("command_invokation_operator")?.text === "." && !file.functions.has(name))
    return build.unknown(node);
  if (/^curl(?:\.exe)?$/.test(name) && (name === "curl.exe" || isOfCurl(given)))
    return program(node, "curl.exe", given, scope);
  const own = name === "curl" ? "invoke-webrequest" : name;
  if (own === "start-process" || own === "new-object") return special(node, own, given, scope);
  const isOwn = file.functions.has(own);
  const callee = build.name(node.field("command_name") ?? node, own);
  if (!isOwn && !isCommandOfPowerShell(own)) {
    if (!file.imports.has(own)) file.imports.set(own, node);
  }
  const pipelineName = isOwn ? file.functions.get(own)!.fromPipeline : "inputobject";
  const args = commandArguments(
    node,
    given,
    scope,
    pipelineName === undefined ? undefined : input,
    pipelineName,
  );
  return build.call(node, callee, args);
}

function isOfCurl(given: readonly Given[]): boolean {
  return given.some(({ place }) => /^(?:--\w|-[XHdusSkLo]$)/.test(place.text));
}

function commandArguments(
  node: SyntaxNode,
  given: readonly Given[],
  scope: Scope,
  input: Expr | undefined,
  inputName = "inputobject",
): (Expr | Spread)[] {
  const byPosition: (Expr | Spread)[] = [];
  const byName: (Property | Spread)[] = [];
  const at = build.span(node.start, node.start);
  if (input) byName.push(build.property(at, build.name(at, `$${inputName}`), input));
  for (const { place, name, value } of given) {
    const splatted = value && name === undefined ? innermost(value) : undefined;
    if (splatted?.type === "variable" && splatted.text.startsWith("@")) {
      const held = (): Expr => expression(splatted, scope);
      byName.push(build.spread(place, build.call(place, build.name(at, "ps:named"), [held()])));
      byPosition.push(build.spread(place, build.call(place, build.name(at, "ps:elements"), [held()])));
    } else if (name === undefined) byPosition.push(expression(value, scope));
    else {
      const made = value ? expression(value, scope) : build.scalar(place, true);
      byName.push(build.property(place, build.name(place, `$${name}`), made));
    }
  }
  return byName.length > 0 ? [...byPosition, build.record(node, byName, true)] : byPosition;
}

/** A program gets its words as they are written. */
function program(node: SyntaxNode, name: string, given: readonly Given[], scope: Scope): Expr {
  const words = given.flatMap(({ place, name: parameter, value }): (Expr | Spread)[] => {
    const word = parameter === undefined ? [] : [build.madeText(place, place.text)];
    if (!value) return word;
    const inner = innermost(value);
    if (inner.type === "variable" && inner.text.startsWith("@"))
      return [
        build.spread(place, build.call(place, build.name(place, "ps:elements"), [expression(inner, scope)])),
      ];
    return [...word, expression(value, scope)];
  });
  return build.call(node, build.name(node, name), words);
}

/** `Start-Process curl.exe -ArgumentList $list`, `New-Object Type(…)`, `New-Object PSObject -Property @{ a = 1 }` */
function special(node: SyntaxNode, name: string, given: readonly Given[], scope: Scope): Expr {
  const named = (wanted: string): SyntaxNode | undefined =>
    given.find((one) => one.name !== undefined && wanted.startsWith(one.name))?.value;
  const positional = given
    .filter((one) => one.name === undefined)
    .flatMap(({ value }) => (value ? [value] : []));
  if (name === "start-process") {
    const file = named("filepath") ?? positional[0];
    const list = named("argumentlist") ?? positional[1];
    const isCurl = /^["']?curl(?:\.exe)?["']?$/i.test(file?.text ?? "");
    const words = build.call(node, build.name(node, "ps:elements"), [expression(list, scope)]);
    return isCurl
      ? build.call(node, build.name(node, "curl.exe"), [build.spread(node, words)])
      : build.unknown(node);
  }
  const type = (named("typename") ?? positional[0])?.text.replace(/^["']|["']$/g, "").toLowerCase() ?? "";
  if (/^(?:\w+\.)*ps(?:custom)?object$/.test(type)) {
    const members = named("property") ?? positional[1];
    return members ? expression(members, scope) : build.record(node, []);
  }
  const args = node.child("command_elements")?.child("argument_list");
  const list = named("argumentlist");
  const values = args ? argumentsOf(args, scope) : list ? [expression(list, scope)] : [];
  if (scope.file.classes.has(type)) return build.make(node, build.name(node, `[${type}]`), values);
  return build.call(node, build.name(node, `[${type.replace(/^system\./, "")}]::new`), values);
}

/** `ForEach-Object { … }` */
function forEach(node: SyntaxNode, body: SyntaxNode, input: Expr | undefined, scope: Scope): Expr {
  const blocks = [...body.walk()].filter(({ type }) => type === "script_block_expression");
  const [block] = blocks;
  if (!block || !input) return build.unknown(node, input ? [input] : []);
  const at = build.span(node.start, node.start);
  return build.call(node, build.name(at, "ps:foreach"), [input, scriptBlock(block, scope)]);
}

/** `& $command`, `& { … }`, `. "$PSScriptRoot/x.ps1"`: a block is called, anything else is not followed. */
function dynamicCommand(node: SyntaxNode, input: Expr | undefined, scope: Scope): Expr {
  const written = node.field("command_name");
  const inner = written && innermost(written.named[0] ?? written);
  const given = givenTo(node, scope);
  const args = commandArguments(node, given, scope, input);
  if (inner && /^(?:script_block_expression|variable)$/.test(inner.type))
    return build.call(node, expression(inner, scope), args);
  const path = inner?.text.replace(/^["']|["']$/g, "").toLowerCase() ?? "";
  if (/(?:^|[\\/])curl(?:\.exe)?$/.test(path)) return program(node, "curl.exe", given, scope);
  return build.unknown(node, args);
}
