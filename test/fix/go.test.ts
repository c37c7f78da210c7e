import { describe, expect, it } from "vitest";
import { expectFixed, type FixCase as Case } from "../support/fix-cases.js";
import { CHANGED, GET, CHECK, go, inRun, patched, SEND, decoded } from "../support/go-cases.js";

function left(what: string, body: string, refused: RegExp): Case {
  const { path, before } = go(what, body, "", ["encoding/json", "bytes"]);
  return { what, path, before, refused };
}

describe("fixes in Go", () => {
  it.each(CHANGED)("change $what", expectFixed);

  it.each([
    left(
      "a call without a request",
      `func run() {\n\thttp.Get(base + "/groups/1/alerts")\n}\n`,
      /not put into a variable of its own/,
    ),
    left(
      "a call with a body that has no place for headers",
      inRun(
        `\tresp, err := http.Post(base+"/groups/1/databaseUsers", "application/json", nil)\n${CHECK}\tprintln(resp)\n`,
      ),
      /http\.Post has no place for headers; make the request with http\.NewRequest/,
    ),
    left(
      "a call whose error does not end the function",
      inRun(
        `\tresp, err := http.Get(base + "/groups/1/alerts")\n\tif err != nil {\n\t\tprintln(err)\n\t}\n\tprintln(resp)\n`,
      ),
      /error of the request is not checked behind it/,
    ),
    left(
      "two calls for one variable",
      inRun(
        `\tresp, err := http.Get(base + "/groups/1/alerts")\n${CHECK}\tif resp != nil {\n\t\tresp, err := http.Get(base + "/groups/2/alerts")\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tprintln(resp)\n\t}\n`,
      ),
      /the function declares resp twice/,
    ),
    left(
      "a request that a function gives",
      `func make() (*http.Request, error) {\n\treturn ${GET}\n}\n\nfunc run() {\n\treq, _ := make()\n\thttp.DefaultClient.Do(req)\n}\n`,
      /not put into a variable of its own/,
    ),
    left(
      "a request in a condition",
      `func run() {\n\tif req, err := ${GET}; err == nil {\n\t\thttp.DefaultClient.Do(req)\n\t}\n}\n`,
      /made inside of another statement/,
    ),
    left(
      "a request whose error is checked too late",
      `func run() {\n\treq, err := ${GET}\n\tif err == nil {\n\t\thttp.DefaultClient.Do(req)\n\t}\n}\n`,
      /error of the new request is not checked/,
    ),
    left(
      "a variable that would have no use",
      inRun(
        `\tmedia := "application/json"\n\treq, err := ${GET}\n${CHECK}\treq.Header.Set("Accept", media)\n${SEND}`,
      ),
      /nothing else uses media/,
    ),
    left(
      "a package that would have no use",
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header.Set("Accept", fmt.Sprint("*/*"))\n${SEND}`),
      /value of the header Accept is computed|cannot tell which Accept header/,
    ),
    left(
      "statements on one line",
      `func run() { req, _ := ${GET}; http.DefaultClient.Do(req) }\n`,
      /shares its line/,
    ),
    left(
      "a read that asks whether there is a value",
      decoded(`\t\t\tif uri, ok := one["srvAddress"].(string); ok {\n\t\t\t\tprintln(uri)\n\t\t\t}`),
      /goes on where there is no value/,
    ),
    left(
      "a field of a struct",
      `type cluster struct {\n\tURI string \`json:"srvAddress"\`\n}\n\nfunc run() {\n\treq, _ := http.NewRequest("GET", base+"/groups/1/clusters/a", nil)\n\tres, _ := http.DefaultClient.Do(req)\n\tvar one cluster\n\tjson.NewDecoder(res.Body).Decode(&one)\n\tprintln(one.URI)\n}\n`,
      /a type declares it|field of a struct/,
    ),
    left(
      "a struct that is sent",
      `type change struct {\n\tBackup bool \`json:"providerBackupEnabled"\`\n}\n\n${inRun(patched("change{Backup: true}"))}`,
      /structs that are sent/,
    ),
    left(
      "a map whose values have one type",
      inRun(patched(`map[string]bool{"providerBackupEnabled": true}`)),
      /all have one type/,
    ),
    left(
      "a map with a part whose values have one type",
      inRun(
        patched(
          `map[string]interface{}{"autoScaling": map[string]bool{"diskGBEnabled": true}, "numShards": 2}`,
        ),
      ),
      /autoScaling/,
    ),
    left(
      "a map that is changed later",
      inRun(
        `\tchange := map[string]interface{}{"numShards": 2}\n\tchange["providerBackupEnabled"] = true\n${patched("change")}`,
      ),
      /./,
    ),
  ])("leave $what", expectFixed);

  it("leaves a request that another service gets as well", async () => {
    const { before } = go(
      "",
      `func call(url string) {\n\treq, _ := http.NewRequest("GET", url, nil)\n\thttp.DefaultClient.Do(req)\n}\n\nfunc run() {\n\tcall(base + "/groups/1/alerts")\n\tcall("https://other.example/x")\n}\n`,
      "",
    );
    await expectFixed({
      what: "",
      path: "main.go",
      before,
      refused: /does not use this API, sends the same headers/,
    });
    expect(before).toContain("other.example");
  });
});
