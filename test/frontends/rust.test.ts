import { describe, expect, it } from "vitest";
import { rustFrontend } from "../../src/frontends/rust/entry.js";
import { mutated } from "../fuzz/mutate.js";
import { Random } from "../fuzz/random.js";
import { API, LanguageFacts, requestsOf, urlsOf } from "./language-facts.js";

const rust = new LanguageFacts(rustFrontend, "src/main.rs");

/** Puts statements into a function. */
const inside = (code: string): string => `async fn run(group: &str) -> Result<(), E> {\n${code}\n}\n`;

describe("requests in Rust", () => {
  it.each<[client: string, code: string, request: string]>([
    [
      "reqwest",
      `use reqwest::{header::ACCEPT, Client};\n${inside(
        `let r = Client::new().get("${API}/groups").header(ACCEPT, "a/b").header("X-One", "1").send().await?;`,
      )}`,
      "GET /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "an extension that sends the request",
      inside(
        `reqwest::Client::new().post(&format!("${API}/groups/{group}")).send_with_digest_auth(a, b).await?;`,
      ),
      "POST /groups/{}",
    ],
    [
      "the headers of a client",
      `use reqwest::header::{HeaderMap, HeaderValue, ACCEPT};\n${inside(
        `let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("a/b"));
        let client = reqwest::blocking::Client::builder().default_headers(headers).timeout(T).build()?;
        client.request(reqwest::Method::PATCH, "${API}/groups").send()?;`,
      )}`,
      "PATCH /groups ; accept: a/b",
    ],
    ["a function that sends at once", inside(`reqwest::get("${API}/groups").await?;`), "GET /groups"],
    [
      "ureq",
      inside(`ureq::put("${API}/groups").set("Accept", "a/b").send_json(&body)?;`),
      "PUT /groups ; accept: a/b",
    ],
    [
      "an agent of ureq",
      inside(`let agent = ureq::AgentBuilder::new().build();\nagent.get("${API}/groups").call()?;`),
      "GET /groups",
    ],
    [
      "hyper",
      `use hyper::{Body, Request};\n${inside(
        `let request = Request::builder().method("DELETE").uri("${API}/groups").header("Accept", "a/b").body(Body::empty())?;`,
      )}`,
      "DELETE /groups ; accept: a/b",
    ],
    [
      "hyper, with a header that is added to the request",
      `use hyper::{Body, Request};\n${inside(
        `let mut request = Request::builder().uri("${API}/groups").body(Body::empty())?;
        request.headers_mut().insert("Accept", "a/b");
        client.request(request).await?;`,
      )}`,
      "GET /groups ; accept: a/b",
    ],
    [
      "a client that a function is called with",
      `use std::sync::Arc;\nuse reqwest::Client;\nfn list(client: &Arc<Client>) { client.get("${API}/groups").send(); }`,
      "GET /groups",
    ],
    [
      "curl",
      inside(
        `std::process::Command::new("curl").arg("-H").args(["Accept: a/b", "${API}/groups"]).output()?;`,
      ),
      "GET /groups ; accept: a/b",
    ],
  ])("%s", (_client, code, request) => {
    expect(requestsOf(rust.of(code))).toEqual([request]);
  });
});

describe("values in Rust", () => {
  const sent = (url: string): string => inside(`${url}\nreqwest::get(url).await?;`);
  it.each<[what: string, code: string, url: string]>([
    ["a variable in a format", sent(`let id = "g1"; let url = format!("${API}/groups/{id}");`), "/groups/g1"],
    ["values by position", sent(`let url = format!("{1}/groups/{0}", "g1", "${API}");`), "/groups/g1"],
    ["values by name", sent(`let url = format!("{base}/a{{b}}", base = "${API}");`), "/a{b}"],
    ["a value with a width", sent(`let url = format!("${API}/groups/{:>5}", "g1");`), "/groups/{}"],
    [
      "a text that grows",
      sent(`let mut url = String::from("${API}"); url.push_str("/a"); url += "/b";`),
      "/a/b",
    ],
    ["a raw string", sent(`let url = r#"${API}/a"#;`), "/a"],
    [
      "a variable that hides another",
      sent(`let url = "${API}"; { let url = "x"; } let url = format!("{}/a", url);`),
      "/a",
    ],
    [
      "the value of a block",
      sent(`let url = if group == "a" { let x = "${API}"; format!("{x}/a") } else { return Err(e); };`),
      "/a",
    ],
    [
      "the value of a match",
      sent(`let url = match make() { Ok(_) => "${API}/a".to_string(), Err(e) => return Err(e.into()) };`),
      "/a",
    ],
    ["a default", sent(`let url = std::env::var("URL").unwrap_or_else(|_| "${API}/a".to_string());`), "{}"],
    [
      "a constant of a module in the file",
      `mod names { pub const BASE: &str = "${API}"; }\n${sent(`let url = format!("{}/a", names::BASE);`)}`,
      "/a",
    ],
    [
      "a field of a struct",
      `struct Api { base: String }
      impl Api {
        const VERSION: &str = "v1.0";
        fn new() -> Self { Self { base: format!("https://cloud.mongodb.com/api/atlas/{}", Self::VERSION) } }
        fn list(&self) { reqwest::get(&format!("{}/a", self.base)); }
      }`,
      "/a",
    ],
    ["a list that is concatenated", sent(`let url = ["${API}", "/a"].concat();`), "/a"],
    ["a text without the space around it", sent(`let url = " ${API}/a ".trim();`), "/a"],
    ["a hexadecimal number", sent(`let url = format!("${API}/{}", 0x1f32);`), "/7986"],
    ["elements of a list", inside(`for url in vec!["${API}/a"].iter() { reqwest::get(*url); }`), "/a"],
    ["a closure", inside(`let get = |path: &str| reqwest::get(format!("${API}{path}")); get("/a");`), "/a"],
  ])("%s", (_what, code, url) => {
    expect(urlsOf(rust.of(code)).map((one) => one.replace(API, ""))).toContain(url);
  });

  it("come from other files of the crate, and from another crate of the repository", () => {
    const facts = rust.ofFiles({
      "app/src/main.rs": `mod net;\nmod roots;\nuse roots::TOP;\nuse crate::net::urls;\nuse shared_names::BASE;
        fn main() { reqwest::get(urls::list(BASE)); reqwest::get(net::urls::ROOT); reqwest::get(crate::TOP); reqwest::get(roots::TOP_LIST("b")); reqwest::get("${API}/own"); }`,
      "app/src/net/mod.rs": "pub mod urls;",
      "app/src/net/urls.rs": `use super::super::net;\npub const ROOT: &str = "${API}/root";
        pub fn list(base: &str) -> String { format!("{base}/groups") }`,
      "app/src/roots.rs": `use crate::net::urls::ROOT;\npub use crate::net::urls::list as TOP_LIST;\npub const TOP: &str = ROOT;`,
      "shared-names/src/lib.rs": `pub const BASE: &str = "${API}";`,
    });
    expect(urlsOf(facts)).toEqual([`${API}/groups`, `${API}/root`, `${API}/root`, "b/groups", `${API}/own`]);
  });
});

describe("properties in Rust", () => {
  it("are found in bodies: macros, maps and structs", () => {
    expect(
      rust.fieldsOf(
        inside(`let body = json!({"name": group, "providerSettings": {"instanceSizeName": format!("M{}", 10)}});
        client.post("${API}/groups/g/clusters").json(&body).send().await?;`),
      ),
    ).toEqual(["write providerSettings"]);
    expect(
      rust.fieldsOf(
        `use std::collections::HashMap;\n${inside(
          `let mut body = HashMap::new();\nbody.insert("numShards", 1);
        reqwest::Client::new().post("${API}/groups/g/clusters").json(&body).send().await?;`,
        )}`,
      ),
    ).toContain("write numShards");
  });

  it("are found in reads: by keys, pointers and fields of structs", () => {
    const reads = rust.fieldsOf(
      inside(`let v: Value = reqwest::get("${API}/groups/g/clusters/c").await?.json().await?;
      let a = v["providerSettings"]["instanceSizeName"].as_str();
      let b = v.get("numShards").and_then(|n| n.as_i64());
      let c = v.pointer("/diskSizeGB");
      if let Some(d) = v.get("replicationFactor") { println!("{}", d); }
      let e: Cluster = serde_json::from_value(v)?;
      println!("{}", e.mongo_uri_updated);`),
    );
    for (const name of ["providerSettings", "numShards", "replicationFactor"])
      expect(reads).toContain(`read ${name}`);
    expect(reads).toContain("read /diskSizeGB");
    expect(reads).toContain("read mongo_uri_updated");
  });

  it("are declared by structs of serde, under the name that is sent", () => {
    const fields = rust.fieldsOf(`#[derive(Deserialize)]
      #[serde(rename_all = "camelCase")]
      struct Cluster {
        provider_settings: Settings,
        /// In GB.
        #[serde(rename = "diskSizeGB", default)]
        disk: f64,
      }
      struct Plain { provider_settings: u8 }`);
    expect(fields).toEqual(["declare provider_settings", "declare diskSizeGB"]);
  });
});

describe("a body in Rust", () => {
  it.each([
    ["json of reqwest", `reqwest::Client::new().patch("${API}/groups").json(&body).send().await?;`, true],
    ["body of reqwest", `reqwest::Client::new().patch("${API}/groups").body(text).send().await?;`, false],
    ["json of an agent", `ureq::Agent::new().post("${API}/groups").send_json(&body)?;`, true],
    ["send_json of ureq", `ureq::post("${API}/groups").set("Accept", "a/b").send_json(&body)?;`, true],
    ["send_bytes of ureq", `ureq::post("${API}/groups").send_bytes(bytes)?;`, false],
    ["body_json of surf", `surf::post("${API}/groups").body_json(&body)?.send().await?;`, true],
    ["json of attohttpc", `attohttpc::post("${API}/groups").json(&body)?.send()?;`, true],
  ])("has a Content-Type of the client: %s", (_how, code, isSet) => {
    const { requests } = rust.of(inside(code));
    expect(requests.map(({ setsContentType }) => setsContentType)).toEqual([isSet]);
  });
});

describe("unit tests in a Rust file", () => {
  it("are only searched: their requests go to doubles", () => {
    const facts = rust.of(
      `fn a() {}\n#[cfg(test)]\nmod tests { use super::*; #[test] fn b() { reqwest::get("${API}/groups"); } }`,
    );
    expect(urlsOf(facts)).toEqual([]);
    expect(facts.strings.map(({ setting }) => setting)).toEqual(["text"]);
  });
});

describe("broken Rust", () => {
  it("is analysed around a statement that does not parse", () => {
    const facts = rust.of(inside(`let x = = 5;\nreqwest::get("${API}/groups").await?;`));
    expect(urlsOf(facts)).toEqual([`${API}/groups`]);
    expect(facts.problems.map(({ kind }) => kind)).toEqual(["syntax"]);
  });

  it("does not crash: cut off, changed or mixed", () => {
    const random = new Random(19);
    const text = `use reqwest::Client;\nstruct A { base: String }\nimpl A { fn new() -> Self { Self { base: "${API}".into() } } }
${inside(`let body = json!({"a": [1, {"b": vec![2]}]});\nmatch x { Some(A { base, .. }) if true => 1, Ok(k) | None => return, };
while let Some(x) = next() { let Some(y) = x else { continue }; }\nprintln!("{:?} {a}", b, a = 1);`)}`;
    for (let round = 0; round < 300; round++)
      expect(rust.analyze(mutated(text, random, [text]))).toBeDefined();
  });
});
