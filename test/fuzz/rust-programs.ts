const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

/** Programs in Rust for the fuzzer: macros, traits, modules and several clients. */
export const RUST_TEXTS: Readonly<Record<string, string>> = {
  "Cargo.toml":
    '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nreqwest = { version = "0.12" }\n',
  "main.rs": `use std::{collections::HashMap, env, fmt};
use anyhow::{bail, Context as _, Result};
use reqwest::{header::{self, HeaderMap, HeaderValue, ACCEPT}, Client, Method, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
mod paths;
use crate::paths::{self as p, *};

pub const BASE: &str = concat!("https://cloud.mongodb.com", "/api/atlas/v1.0");
static KINDS: [&str; 2] = ["clusters", r#"users"#];

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Cluster<'a> {
    pub name: &'a str,
    #[serde(rename = "diskSizeGB", skip_serializing_if = "Option::is_none")]
    pub disk: Option<f64>,
    provider_settings: HashMap<String, Value>,
    srv_address: Option<String>,
}

pub struct Api<T: fmt::Debug + 'static> { client: Client, base: String, last: Option<T> }

macro_rules! url {
    ($($part:expr),* $(,)?) => { vec![BASE.to_string(), $($part.to_string()),*].join("/") };
}

impl<T> Api<T> where T: fmt::Debug + for<'b> From<&'b str> {
    pub fn new(base: impl Into<String>) -> Result<Self> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/vnd.atlas.2023-01-01+json"));
        headers.insert(header::AUTHORIZATION, format!("Bearer {}", env::var("TOKEN")?).parse()?);
        let client = Client::builder().default_headers(headers).build().context("client")?;
        Ok(Self { client, base: base.into(), last: None })
    }

    pub async fn send(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
        let url = format!("{base}/{}?pageNum={page:>02}", path.trim_start_matches('/'), base = self.base, page = 1);
        let mut request = self.client.request(method, &url).basic_auth("public", Some("secret-key"));
        if let Some(body) = body { request = request.json(body); }
        match request.send().await? {
            r if r.status() == StatusCode::NOT_FOUND => bail!("no {path}"),
            r @ _ if r.status().is_success() => Ok(r.json::<Value>().await?),
            other => Err(anyhow::anyhow!("{:?}", other)),
        }
    }

    async fn create(&mut self, group: u64) -> Result<String> {
        let body = json!({ "name": "a", "providerSettings": { "instanceSizeName": "M10", "n": [1, 2.5, null, true] }, "diskSizeGB": 1 << 3 });
        let value = self.send(Method::POST, &format!("groups/{group}/clusters"), Some(&body)).await?;
        let Some(uri) = value["mongoURI"].as_str() else { return Ok(String::new()) };
        self.last = Some(uri.into());
        Ok(value.pointer("/results/0/srvAddress").and_then(|v| v.as_str()).unwrap_or_default().to_owned())
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut api = Api::<String>::new(p::host().unwrap_or(BASE.into()))?;
    let ids: Vec<_> = env::args().skip(1).filter(|x| !x.is_empty()).collect();
    'outer: for (i, id) in ids.iter().enumerate() {
        for kind in KINDS.iter().rev() {
            if *kind == "users" && i > 2 { continue 'outer; }
            println!("{}", reqwest::get(&url!["groups", id, kind]).await?.text().await?);
        }
    }
    while let Ok(x) = api.create(7).await { if x.len() >= 0x1_0 { break; } }
    let r = ureq::get(&(BASE.to_string() + "/orgs")).set("Accept", "*/*").call()?;
    let c: Cluster<'_> = unsafe { std::mem::transmute_copy(&r.into_json::<Cluster>()?) };
    dbg!(c.srv_address.as_deref().map(str::len), b'\\n', '\\u{1F600}', "a\\
       b", ..=3, 1..2);
    Ok(())
}
`,
  "paths.rs": `pub fn host() -> Option<String> { std::env::var("HOST").ok().map(|h| h + "/api/atlas/v1.0") }\npub(crate) mod inner { pub const GROUPS: &str = "${BASE}/groups"; }\npub use inner::*;\n`,
};
