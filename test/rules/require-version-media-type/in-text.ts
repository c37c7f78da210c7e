import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const NEW = "%host%/api/%admin%/v2";

/** Languages that are searched. */
export const valid: readonly ValidCase[] = [
  {
    name: "text with a dated media type as well",
    filename: "a.py",
    code: `BASE = "${NEW}/groups/1"\nold = {"Accept": "application/json"}\nnew = {"Accept": "${TYPE}"}`,
  },
  {
    name: "a Content-Type in text",
    filename: "b.py",
    code: `BASE = "${NEW}/groups/1"\nheaders = {"Content-Type": "application/json"}`,
  },
];

export const invalid: readonly InvalidCase[] = [
  ["a.py", 'headers = {"Accept": "⟦application/json⟧"}'],
  ["a.pl", "curl -H 'Accept: ⟦application/json⟧' $URL"],
  ["a.go", 'request.Header.Set("Accept", "⟦application/json⟧")'],
  ["b.pl", "request['Accept'] = '⟦application/json⟧'"],
  ["a.php", "$headers = ['Accept' => '⟦application/json⟧'];"],
  ["a.rs", 'client.get(url).header(ACCEPT, "⟦application/json⟧")'],
].map(([filename = "", header = ""]) => ({
  name: `text that is not parsed: ${filename}`,
  filename,
  code: `BASE = "${NEW}/groups/1"\n${header}`,
  errors: [{ messageId: "plainInText", confidence: "medium" } as const],
}));
