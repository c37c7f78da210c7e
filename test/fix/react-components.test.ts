import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const CLUSTERS = "https://cloud.mongodb.com/api/atlas/v1.0/groups/${group}/clusters";

/** A component that keeps what it is answered with, and shows it. */
function component(shown: string, imports = ""): string {
  return `import { useEffect, useState } from "react";
${imports}export function Clusters({ group }) {
  const [clusters, setClusters] = useState([]);
  useEffect(() => {
    fetch(\`${CLUSTERS}\`).then((r) => r.json()).then((d) => setClusters(d.results));
  }, [group]);
  ${shown}
}
`;
}

describe("what a component keeps of an answer", () => {
  it.each([
    [
      "a handler of an element in a list",
      "return <ul>{clusters.map((c) => <li key={c.id} onClick={() => open(c.srvAddress)}>{c.name}</li>)}</ul>;",
    ],
    [
      "a handler with a name",
      "const copy = (c) => () => write(c.srvAddress);\n  return <ul>{clusters.map((c) => <li onClick={copy(c)}>{c.name}</li>)}</ul>;",
    ],
    [
      "a handler that another handler makes",
      "return <ul>{clusters.map((c) => <li onClick={() => later(() => open(c.srvAddress))}>{c.name}</li>)}</ul>;",
    ],
    [
      "a handler of a component that is not followed",
      "return <ul>{clusters.map((c) => <Button onClick={() => open(c.srvAddress)}>{c.name}</Button>)}</ul>;",
      'import { Button } from "company-ui";\n',
    ],
  ])("is read by %s", async (...[, shown, imports]: readonly string[]) => {
    const { files, remaining, units } = await fixFiles({ "a.jsx": component(shown!, imports) });
    expect(files["a.jsx"]).toContain("/api/atlas/v2/");
    expect(files["a.jsx"]).toContain("c.connectionStrings?.standardSrv");
    expect(files["a.jsx"]).not.toContain("srvAddress");
    expect(remaining).toEqual([]);
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    expect((await fixFiles(files)).files).toEqual(files);
  });

  it.each([
    [
      "a component of a library",
      "Table",
      "return <Table dataSource={clusters} columns={COLUMNS} />;",
      'import { COLUMNS, Table } from "company-ui";\n',
    ],
    [
      "a member of a library",
      "UI.Table",
      "return <UI.Table rows={clusters} />;",
      'import * as UI from "company-ui";\n',
    ],
    [
      "a context",
      "Shared.Provider",
      "return <Shared.Provider value={clusters}><Rest /></Shared.Provider>;",
      'import { Shared } from "company-contexts";\n',
    ],
  ])("is not moved safely where %s gets it", async (_who, name, shown, imports) => {
    const before = component(shown, imports);
    const { files, units } = await fixFiles({ "a.jsx": before });
    expect(files["a.jsx"]).toBe(before);
    expect(units.flatMap(({ reasons }) => reasons).join()).toContain(`${name} gets the cluster`);
  });

  it("is moved where such a component gets only what stays", async () => {
    const shown = "return <List>{clusters.map((c) => <Item key={c.id} title={c.name} />)}</List>;";
    const { files } = await fixFiles({
      "a.jsx": component(shown, 'import { Item, List } from "company-ui";\n'),
    });
    expect(files["a.jsx"]).toContain("/api/atlas/v2/");
  });
});
