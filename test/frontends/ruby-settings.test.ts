import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { analyze } from "../support/analyze.js";
import { sharedTree } from "../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";

describe("settings of Rails", () => {
  it("are read by name, from any of the environments", async () => {
    const tree = sharedTree({
      ".git/HEAD": "",
      "config/atlas.yml": `development:\n  base: ${BASE}\nproduction:\n  base: ${BASE}\n`,
      "app/atlas.rb": `require "faraday"
class Atlas
  def list(g)
    base = Rails.application.config_for(:atlas)[:base]
    Faraday.get("#{base}/groups/#{g}/clusters", nil, { "Accept" => "application/json" })
  end
end
`,
    });
    const { findings } = await report(["."], { cwd: tree });
    expect(findings.map(({ path, message }) => `${path} ${message}`)).toEqual([
      expect.stringMatching(/^app\/atlas\.rb GET \/groups\/\{g\}\/clusters sends Accept: application\/json/),
    ]);
  });
});

it("the scoped client of Symfony has a base and headers", async () => {
  const { findings } = await analyze(
    "a.php",
    `<?php
use Symfony\\Component\\HttpClient\\HttpClient;
use Symfony\\Component\\HttpClient\\ScopingHttpClient;
$headers = ['headers' => ['Accept' => 'application/json']];
$client = ScopingHttpClient::forBaseUri(HttpClient::create(), '${BASE}/', $headers);
$client->request('GET', 'groups/g/clusters');
`,
  );
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^GET \/groups\/g\/clusters sends Accept: application\/json/),
  ]);
});
