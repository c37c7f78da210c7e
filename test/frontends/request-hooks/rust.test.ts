import { describe } from "vitest";
import { expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

describe("Rust", () => {
  expectHeaders("main.rs", {
    "middleware of reqwest": `use reqwest::{Client, Request, Response, header::HeaderValue};
use reqwest_middleware::{ClientBuilder, Middleware, Next, Result};
struct Versioned;
#[async_trait::async_trait]
impl Middleware for Versioned {
    async fn handle(&self, mut req: Request, extensions: &mut http::Extensions, next: Next<'_>) -> Result<Response> {
        req.headers_mut().insert("HEADER", HeaderValue::from_static("TYPE"));
        next.run(req, extensions).await
    }
}
async fn groups() {
    let client = ClientBuilder::new(Client::new()).with(Versioned).build();
    client.get("API/groups").send().await.unwrap();
}
`,
  });

  const withMiddleware = (crate: string, made: string): string => `use reqwest::Client;
use reqwest_middleware::ClientBuilder;
use ${crate};
async fn groups() {
    let client = ClientBuilder::new(Client::new()).with(${made}).build();
    client.get("API/groups").send().await.unwrap();
}
`;

  expectDoubts("main.rs", {
    "middleware of a crate": withMiddleware("acme_versions::Versioned", "Versioned::new()"),
  });

  expectMissing("main.rs", {
    "middleware that tries again": withMiddleware(
      "reqwest_retry::RetryTransientMiddleware",
      "RetryTransientMiddleware::new_with_policy(policy())",
    ),
  });
});
