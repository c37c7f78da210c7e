import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import type { RequestFact } from "../../src/facts/request.js";
import { describe as asRead, flatten } from "../../src/facts/text.js";
import type { Frontend } from "../../src/frontends/frontend.js";
import { DEFAULT_LIMITS } from "../../src/frontends/limits.js";
import { shellFrontend } from "../../src/frontends/shell/entry.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const frontend: Frontend = await shellFrontend.load();
const interest = CatalogInterest.of(loadCatalog());

function factsOf(files: Readonly<Record<string, string>>, path = "main.sh"): FileFacts {
  const sources = new Map(Object.entries(files).map(([name, text]) => [name, new SourceText(name, text)]));
  const host = {
    resolve: (specifier: string) => specifier.replace(/^\.\//, ""),
    isFile: (name: string) => sources.has(name),
    read: (name: string) => sources.get(name),
  };
  const program = frontend.begin!(interest, host, DEFAULT_LIMITS);
  expect(program.add(sources.get(path)!)).toBeUndefined();
  program.evaluate();
  return program.facts().find(({ source }) => source.path === path)!.facts;
}

const requestsOf = (text: string): readonly RequestFact[] => factsOf({ "main.sh": text }).requests;

/** `GET {$BASE}/groups`, and what else is sent. */
function shown({ methods, urls, headers, body, credentials }: RequestFact): string {
  const sent = headers.entries.map(
    ({ name, values, certain }) => `${name}${certain ? "" : "?"}: ${values.map(asRead).join(" or ")}`,
  );
  const open = headers.open.map(({ name }) => `(${name})`);
  const keys = body?.kind === "object" ? [`{${body.members.map(({ key }) => key).join()}}`] : [];
  const way = credentials === "none" ? [] : [credentials];
  return [methods.join("|"), urls.map(asRead).join(" or "), ...sent, ...open, ...keys, ...way].join(" ");
}

describe("requests of curl", () => {
  it.each([
    ["a URL", `curl ${BASE}/groups`, `GET ${BASE}/groups`],
    [
      "a method without its option",
      `curl -s GET -u "$K" --digest ${BASE}/groups`,
      `GET ${BASE}/groups digest`,
    ],
    ["options in one word", `curl -sSLu "$K" --digest ${BASE}/groups`, `GET ${BASE}/groups digest`],
    ["basic credentials", `curl --user a:b ${BASE}/groups`, `GET ${BASE}/groups basic`],
    ["a method", `curl -XDELETE ${BASE}/groups/1`, `DELETE ${BASE}/groups/1`],
    ["--option=value", `curl --request=PUT --url=${BASE}/groups`, `PUT ${BASE}/groups`],
    ["an abbreviated option", `curl --heade "X-A: b" ${BASE}/groups`, `GET ${BASE}/groups x-a: b`],
    [
      "lines that go on",
      `curl --header "Accept: text/plain" \\\n  -H 'X-A: b' \\\n  "${BASE}/groups"`,
      `GET ${BASE}/groups accept: text/plain x-a: b`,
    ],
    ["a header that is taken out", `curl -H 'Accept:' ${BASE}/groups`, `GET ${BASE}/groups`],
    ["data", `curl -d '{"name": "a"}' ${BASE}/groups`, `POST ${BASE}/groups {name}`],
    [
      "--json",
      `curl --json '{"name": "a"}' ${BASE}/groups`,
      `POST ${BASE}/groups accept: application/json {name}`,
    ],
    ["-G", `curl -G -d pretty=true ${BASE}/groups`, `GET ${BASE}/groups?pretty=true`],
    ["a value that is an option", `curl -o -x ${BASE}/groups`, `GET ${BASE}/groups`],
    ["a variable", `B=${BASE}\ncurl "$B/groups/\${ID}"`, `GET ${BASE}/groups/{$ID}`],
    ["a default", `curl "\${B:-${BASE}}/groups"`, `GET {$B}/groups or ${BASE}/groups`],
    ["a default with a hyphen", `curl "${BASE}/\${B:-a-b-1}"`, `GET ${BASE}/{$B} or ${BASE}/a-b-1`],
    [
      "a default that is a date",
      `D=\${1:-2024-10-23}\ncurl "${BASE}/$D"`,
      `GET ${BASE}/{$1} or ${BASE}/2024-10-23`,
    ],
    [
      "a default that is assigned",
      `: "\${D:=2024-10-23}"\ncurl "${BASE}/$D"`,
      `GET ${BASE}/{$D} or ${BASE}/2024-10-23`,
    ],
    ["a replacement with a hyphen", `D=a_b\ncurl "${BASE}/\${D/_b/2-c}"`, `GET ${BASE}/a2-c`],
    [
      "a header with a default in it",
      `curl -H "Accept: a/\${B:-b}" ${BASE}/groups`,
      `GET ${BASE}/groups accept: a/{$B} or a/b`,
    ],
    [
      "a header that one of two lines sets",
      `H="X-A: b"\nif [ -n "$C" ]; then H="X-B: c"; fi\ncurl -H "$H" ${BASE}/groups`,
      `GET ${BASE}/groups x-b?: c x-a?: b`,
    ],
    [
      "a header that one of two lines takes out",
      `H="X-A: b"\nif [ -n "$C" ]; then H="X-A:"; fi\ncurl -H "$H" ${BASE}/groups`,
      `GET ${BASE}/groups x-a?: b`,
    ],
    ["unknown options", `curl $OPTIONS ${BASE}/groups`, `GET ${BASE}/groups ($OPTIONS) unknown`],
    ["an array", `A=(-H 'X-A: b')\nA+=(-X PUT)\ncurl "\${A[@]}" ${BASE}/groups`, `PUT ${BASE}/groups x-a: b`],
    ["options in a text", `O="-s -X PUT"\ncurl $O ${BASE}/groups`, `PUT ${BASE}/groups`],
    ["a command in a variable", `C="curl -s"\n$C -X PUT ${BASE}/groups`, `PUT ${BASE}/groups`],
    ["eval", `C="curl -X PUT '${BASE}/groups'"\neval "$C"`, `PUT ${BASE}/groups`],
    [
      "a here-document",
      `curl -d @- ${BASE}/groups <<END\n{"name": "$N", "numShards": 1}\nEND\n`,
      `POST ${BASE}/groups {name,numShards}`,
    ],
    [
      "a here-document of cat",
      `P=$(cat <<'E'\n{"name": "$N"}\nE\n)\ncurl -d "$P" ${BASE}/groups`,
      `POST ${BASE}/groups {name}`,
    ],
    [
      "a file that was written",
      `cat > p.json <<E\n{"name": 1}\nE\ncurl -d @p.json ${BASE}/groups`,
      `POST ${BASE}/groups {name}`,
    ],
    ["escaped quotes", `curl -d "{\\"name\\": \\"$N\\"}" ${BASE}/groups`, `POST ${BASE}/groups {name}`],
    [
      "jq -n",
      `P=$(jq -n --arg n "$N" '{name: $n, numShards: 1}')\ncurl -d "$P" ${BASE}/groups`,
      `POST ${BASE}/groups {name,numShards}`,
    ],
    ["printf", `U=$(printf '%s/groups/%s' "${BASE}" "$ID")\ncurl "$U"`, `GET ${BASE}/groups/{$ID}`],
    [
      "wget",
      `wget -qO- --header="X-A: b" --method PUT --body-data '{"name": 1}' ${BASE}/groups`,
      `PUT ${BASE}/groups x-a: b {name}`,
    ],
    [
      "wget with a default in a header",
      `wget -qO- --header "Accept: a/\${B:-b}" ${BASE}/groups`,
      `GET ${BASE}/groups accept: a/{$B} or a/b`,
    ],
    [
      "wget --post-data",
      `wget --user=a --post-data='{"name": 1}' ${BASE}/groups`,
      `POST ${BASE}/groups {name} unknown`,
    ],
    ["a condition", `if curl -f ${BASE}/groups; then echo; fi`, `GET ${BASE}/groups`],
    [
      "a URL without quotes",
      `B=${BASE}\ncurl $B/groups/$ID/clusters/$NAME`,
      `GET ${BASE}/groups/{$ID}/clusters/{$NAME}`,
    ],
    [
      "names in a word without quotes",
      `B=${BASE} I=1\nU=$B/groups/$I/x-$I/\${I}/y\ncurl -X PUT $U`,
      `PUT ${BASE}/groups/1/x-1/1/y`,
    ],
    [
      "arguments in a word without quotes",
      `f() { curl $1/groups/$2/x; }\nf ${BASE} a`,
      `GET ${BASE}/groups/a/x`,
    ],
    ["a script in an argument", `bash -c "cd /tmp && curl -X PUT '${BASE}/groups'"`, `PUT ${BASE}/groups`],
    ["in a loop", `for g in a b; do\n  curl ${BASE}/groups/$g\ndone`, `GET ${BASE}/groups/a`],
  ])("%s", (_title, text, expected) => {
    expect(shown(requestsOf(`${text}\n`)[0]!)).toBe(expected);
  });

  it("have bodies from files of the repository, in a folder around the script as well", () => {
    const files = {
      "bin/main.sh": `curl -d @data/body.json ${BASE}/groups\n`,
      "data/body.json": '{"name": 1}',
    };
    expect(factsOf(files, "bin/main.sh").requests.map(shown)).toEqual([`POST ${BASE}/groups {name}`]);
  });

  it("are as many as there are URLs, and --next begins again", () => {
    expect(requestsOf(`curl -X PUT ${BASE}/groups ${BASE}/orgs --next ${BASE}/users\n`).map(shown)).toEqual([
      `PUT ${BASE}/groups`,
      `PUT ${BASE}/orgs`,
      `GET ${BASE}/users`,
    ]);
  });

  it("go through functions with their arguments, and restore what a function makes its own", () => {
    const text = [
      'request() { local method=$1; shift; curl -X "$method" -H \'X-A: b\' "$@"; }',
      "method=outside",
      `request PUT "${BASE}/groups/$method"`,
      `request POST "${BASE}/groups" -d '{"name": 1}'`,
    ].join("\n");
    expect(requestsOf(`${text}\n`).map(shown)).toEqual([
      `PUT ${BASE}/groups/outside x-a: b`,
      `POST ${BASE}/groups x-a: b {name}`,
    ]);
  });

  it("do not see what a subshell or a command substitution sets", () => {
    const text = `B=a\n(B=b; true)\nX=$(B=c; echo "$B")\ncurl "${BASE}/groups/$B/$X"\n`;
    expect(requestsOf(text).map(shown)).toEqual([`GET ${BASE}/groups/a/c`]);
  });
});

describe("requests of HTTPie and xh", () => {
  it.each([
    ["a URL", `http ${BASE}/groups`, `GET ${BASE}/groups`],
    ["a method", `xh delete ${BASE}/groups/1`, `DELETE ${BASE}/groups/1`],
    ["a method in a variable", `http "$M" "${BASE}/groups"`, ` ${BASE}/groups`],
    ["options with values", `https -a a:b -A digest --timeout 5 ${BASE}/groups`, `GET ${BASE}/groups digest`],
    ["basic credentials", `http --auth=a:b ${BASE}/groups`, `GET ${BASE}/groups basic`],
    ["a header", `http ${BASE}/groups Accept:a/b "X-A: $B"`, `GET ${BASE}/groups accept: a/b x-a: {$B}`],
    ["fields of a body", `http ${BASE}/groups name=$N numShards:=1`, `POST ${BASE}/groups {name,numShards}`],
    [
      "a field in an object",
      `http PUT ${BASE}/groups 'spec[name]=a' 'spec[size]:=1'`,
      `PUT ${BASE}/groups {spec}`,
    ],
    ["the query", `http ${BASE}/groups pretty==true`, `GET ${BASE}/groups?pretty=true`],
    ["a body that it reads", `echo '{"name": 1}' | http POST ${BASE}/groups`, `POST ${BASE}/groups {name}`],
    ["a raw body", `http PUT ${BASE}/groups --raw '{"name": 1}'`, `PUT ${BASE}/groups {name}`],
    ["arguments that are not known", `http ${BASE}/groups $MORE`, `GET ${BASE}/groups ($MORE) unknown`],
    ["a form", `http -f POST ${BASE}/groups name=a`, `POST ${BASE}/groups`],
  ])("%s", (_title, text, expected) => {
    expect(shown(requestsOf(`${text}\n`)[0]!)).toBe(expected);
  });

  it("have answers that jq reads, and places of the keys of a body", () => {
    const text = `http ${BASE}/groups/1/clusters | jq .srvAddress\nhttp ${BASE}/groups/1/clusters numShards:=1\n`;
    const { fields } = factsOf({ "main.sh": text });
    expect(fields.map(({ access, place: { start, end } }) => `${access} ${text.slice(start, end)}`)).toEqual([
      "read srvAddress",
      "write numShards",
    ]);
  });

  it("are none of a function of the script with that name", () => {
    expect(requestsOf(`http() { echo "$@"; }\nhttp ${BASE}/groups\n`)).toEqual([]);
  });
});

describe("files that are sourced", () => {
  it.each([
    ["beside it", ". ./env.sh"],
    ["in a folder that the script computes", 'source "$(dirname "$0")/env.sh"'],
    ["under a variable", 'DIR=$(cd "$(dirname "$0")" && pwd)\nsource "${DIR}/env.sh"'],
  ])("%s set variables and functions", (_title, line) => {
    const { requests } = factsOf({
      "main.sh": `HOST=https://cloud.mongodb.com\n${line}\nget "$B/groups"\n`,
      "env.sh": 'B="$HOST/api/atlas/v1.0"\nget() { curl -s "$1"; }\n',
    });
    expect(requests).toEqual([]);
    const { requests: inLibrary } = factsOf({
      "main.sh": `HOST=https://cloud.mongodb.com\n${line}\ncurl "$B/groups"\n`,
      "env.sh": 'B="$HOST/api/atlas/v1.0"\n',
    });
    expect(inLibrary.map(shown)).toEqual([`GET ${BASE}/groups`]);
  });
});

describe("filters of jq", () => {
  const fieldsOf = (text: string): string[] =>
    factsOf({ "main.sh": text }).fields.map(
      ({ access, path, owner }) => `${access} ${path.join(".")} of ${owner.kind}`,
    );

  it.each([
    [".results[].srvAddress", ["read results.[].srvAddress of response"]],
    [".results | map(.mongoURI)", ["read results.[].mongoURI of response"]],
    [
      '.results[] | select(.name == "a") | .replicationFactor',
      ["read results.[].replicationFactor of response"],
    ],
    ["{a: .srvAddress}", ["read srvAddress of response"]],
    ['."srvAddress" // empty', ["read srvAddress of response"]],
    ["[.results[]? | {name, srvAddress}]", ["read results.[].srvAddress of response"]],
    [
      'if .numShards then "\\(.srvAddress)" else . end',
      ["read numShards of response", "read srvAddress of response"],
    ],
    [".name", []],
    ["this is ( no filter", []],
  ])("%s", (filter, expected) => {
    expect(fieldsOf(`curl ${BASE}/groups/1/clusters | jq -r '${filter}'\n`)).toEqual(expected);
    expect(fieldsOf(`R=$(curl ${BASE}/groups/1/clusters)\necho "$R" | jq '${filter}'\n`)).toEqual(expected);
    expect(fieldsOf(`curl -o f ${BASE}/groups/1/clusters\njq '${filter}' f\n`)).toEqual(expected);
  });

  it("read what wget prints", () => {
    expect(fieldsOf(`wget -qO - ${BASE}/groups/1/clusters | jq .srvAddress\n`)).toEqual([
      "read srvAddress of response",
    ]);
  });

  it("say where the name is written", () => {
    const text = `curl ${BASE}/groups/1/clusters | jq '.results[0].srvAddress'\n`;
    const [{ place } = { place: undefined }] = factsOf({ "main.sh": text }).fields;
    expect(place && text.slice(place.start, place.end)).toBe("srvAddress");
  });
});

describe("text that does not parse", () => {
  it("is left out, and what is around it is not", () => {
    const { requests, problems } = factsOf({
      "main.sh": `B=${BASE}\ncurl "$B/groups"\necho a ) b\n`,
    });
    expect(requests.map(({ urls }) => urls.map(flatten))).toEqual([[`${BASE}/groups`]]);
    expect(problems).toMatchObject([{ kind: "syntax" }]);
  });

  it("is parsed where only commands in backquotes that begin with a space are in the way", () => {
    const { requests, fields, problems } = factsOf({
      "main.sh": `# it's \` here
IDS=\`curl ${BASE}/groups | jq -r '.results[].id'\`
for id in $IDS; do
  NAMES="\` curl "${BASE}/groups/$id/clusters" | jq '.results[] | select(.providerBackupEnabled == false) | .name'\`"
  echo 'it is' $NAMES
done
`,
    });
    expect(requests.map(({ urls }) => urls.map(asRead).join())).toEqual([
      `${BASE}/groups`,
      expect.stringMatching(/^https:.*\/groups\/.+\/clusters$/),
    ]);
    expect(fields.map(({ name }) => name)).toContain("providerBackupEnabled");
    expect(problems).toEqual([]);
  });

  it.each(["", "\n", "\r\n", "\n\n", " \n"])("is not the last line that continues: %j", (end) => {
    const { requests, problems } = factsOf({
      "main.sh": `for id in 1; do\n  curl ${BASE}/groups/$id\ndone\ncurl ${BASE}/groups -s \\${end}`,
    });
    expect(requests.map(({ urls }) => urls.map(flatten).join())).toEqual([
      `${BASE}/groups/1`,
      `${BASE}/groups`,
    ]);
    expect(problems).toEqual([]);
  });

  it("is a problem where it is most of the text", () => {
    const program = frontend.begin!(interest, { resolve: () => undefined, read: () => undefined });
    expect(program.add(new SourceText("a.sh", "((( ]] fi done ))"))).toMatchObject({ kind: "syntax" });
  });
});
