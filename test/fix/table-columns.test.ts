import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const python = (make: string, use: string): string =>
  `import pandas as pd\nimport requests\n\nc = requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters").json()["results"]\ndf = pd.${make}(c)\n${use}\n`;

const COLUMN = "the code reads srvAddress as a column of a table";

it.each([
  ["DataFrame", `print(df["srvAddress"].tolist())`, COLUMN],
  ["DataFrame", `print(df.head()["srvAddress"])`, COLUMN],
  ["DataFrame", `print(df[df["srvAddress"].notna()]["name"])`, COLUMN],
  ["DataFrame", `print(df.groupby("name")["srvAddress"].first())`, COLUMN],
  ["DataFrame", `print(df.merge(df, on="name")["srvAddress"])`, COLUMN],
  ["DataFrame", `print(df[["srvAddress"]])`, "cannot change how the code reads it"],
  ["json_normalize", `print(df["srvAddress"])`, COLUMN],
  ["json_normalize", `for _, row in df.iterrows(): print(row["srvAddress"])`, COLUMN],
  ["json_normalize", `print(df.iloc[0]["srvAddress"])`, COLUMN],
  ["json_normalize", `print(df.apply(lambda row: row["srvAddress"], axis=1))`, COLUMN],
  ["json_normalize", `print(df.set_index("name").at["a", "srvAddress"])`, "code that v2ready does not read"],
])("a column of %s is changed by no fix: %s", async (make, use, reason) => {
  const { units } = await fixFiles({ "a.py": python(make, use) });
  const moves = units.filter(({ applicability }) => applicability !== "safe");
  expect(moves).toHaveLength(units.length);
  expect(units.flatMap(({ reasons }) => reasons).join()).toContain(reason);
});

it.each([`for _, row in df.iterrows(): print(row["srvAddress"])`, `print(df.iloc[0]["srvAddress"])`])(
  "a row of a table has the objects of the response: %s",
  async (use) => {
    const { files } = await fixFiles({ "a.py": python("DataFrame", use) });
    expect(files["a.py"]).toContain(`["connectionStrings"]["standardSrv"]`);
  },
);

it.each(["DataFrame", "json_normalize"])(
  "a column of %s whose name stays keeps no fix away",
  async (make) => {
    const { files } = await fixFiles({ "a.py": python(make, `print(df["name"])`) });
    expect(files["a.py"]).toContain("/api/atlas/v2/");
  },
);
