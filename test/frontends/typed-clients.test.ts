import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

async function findingsIn(path: string, text: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, text);
  return findings.map(({ ruleId, property }) => (property === undefined ? ruleId : `${ruleId} ${property}`));
}

const rust = (fields: string, more = "", use = "reqwest::Client"): string => `use ${use};
pub struct Atlas { ${fields} }
impl Atlas {
    ${more}
    pub async fn clusters(&self) -> Result<Value, reqwest::Error> {
        let body: Value = self.client.get("${URL}").send().await?.json().await?;
        println!("{}", body["results"][0]["mongoURI"]);
        Ok(body)
    }
}
`;

describe("a field whose type is a client sends requests, if no code that fills it is seen", () => {
  const both = ["no-removed-property mongoURI", "require-version-media-type"];

  it.each<[title: string, fields: string, use?: string]>([
    ["a client", "client: reqwest::Client"],
    ["by an imported name", "client: Client, project: String"],
    ["a reference", "client: &'static Client"],
    ["in an Arc", "client: std::sync::Arc<Client>"],
    ["an agent of ureq", "client: Agent", "ureq::Agent"],
    ["a client of isahc", "client: HttpClient", "isahc::HttpClient"],
  ])("in Rust: %s", async (_, fields, use) => {
    expect([...(await findingsIn("a.rs", rust(fields, "", use)))].sort()).toEqual(both);
  });

  it.each<[title: string, fields: string, more: string]>([
    [
      "its headers come from code of the struct",
      "client: Client",
      `pub fn new() -> Self {
        let mut headers = reqwest::header::HeaderMap::new();
        headers.insert("Accept", "${TYPE}".parse().unwrap());
        Self { client: Client::builder().default_headers(headers).build().unwrap() }
      }`,
    ],
    [
      "headers from code of the struct are not known",
      "client: Client",
      "pub fn new(headers: HeaderMap) -> Self { Self { client: Client::builder().default_headers(headers).build().unwrap() } }",
    ],
    ["any code can make the struct", "pub client: Client", ""],
  ])("and is not blamed in Rust where %s", async (_, fields, more) => {
    expect(await findingsIn("a.rs", rust(fields, more))).not.toContain("require-version-media-type");
  });

  it("in Go: a client of retryablehttp", async () => {
    const code = `package a
import "github.com/hashicorp/go-retryablehttp"
type Atlas struct { client *retryablehttp.Client }
func (a *Atlas) List() { a.client.Get("${URL}") }
`;
    expect(await findingsIn("a.go", code)).toEqual(["require-version-media-type"]);
  });
});
