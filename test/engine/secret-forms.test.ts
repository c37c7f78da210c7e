import { expect, it } from "vitest";
import { maskSecrets } from "../../src/engine/secrets.js";

// Each as in real code; the secret is between the guillemets.
it.each([
  'const atlas = { pub: "me", priv: "«hunter-2»" };',
  "ARG PRIVATE=«hunter-2»",
  'p = getpass() or "«hunter-2»"',
  'parser.add_argument("--private-key", default="«hunter-2»")',
  'jwt.sign({ id }, "«hunter-2»");',
  'const login = { u: "me", p: "«hunter-2»" };',
  "Authorization: Basic me:«hunter-2»",
  'echo "::add-mask::«hunter-2»"',
  '@Value("${a:«hunter-22»}") String secret; String u = "https://host.example";',
  '@password = «hunter-22»; u = "https://host.example"',
  "openssl enc -d -k «hunter-22» < f; curl https://host.example",
  '  - "PRIV=«hunter-22» "',
  "/* pw «hunter-22» */ call();",
  // By their own forms.
  "/* pw: see mine, «hK93kdjwLQp20sXz» */ call();",
  "tool enc --in f -z «hK93kdjwLQp20sXz» f.txt",
  'const id = "«AKIAIOSFODNN7EXAMPLE»", k = "«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»";',
  "FOO=«wJalrXUtnFEMI/K7MDENG/bPxRfiCYz6XQ4LtaKV»",
  'call("https://host.example/hooks/«nl9YF4sTFXdpnv2ADcv1JfZyi20EbAHC»/run");',
  'require("stripe")("«sk_live_fgRm14GenaSiRSd3MBlfECBv»");',
  "export DO=«dop_v1_a0f98b7fd216d63d17418e52d2d058b3»",
  'fetch(base + "«Sc48AQM0XZ1»")',
  '{ "x-functions-id": "«iZ3QYv4j1tqT7FRrGJIX7ysDN60lnjmrl»" }',
  // By what a variable is for.
  'const k = "«hunter-2»"; const client = new DigestClient("pub", k);',
  'var h = "«hunter-2»"; call({ headers: { Authorization: h } });',
  'const b = "«hunter-2»"; call({ headers: { Authorization: `Bearer ${b}` } });',
  'const b = "«hunter-2»"; call({ headers: { Authorization: "Bearer " + b } });',
  '$b = "«hunter-2»"; call(["headers" => ["Authorization" => "Bearer " . $b]]);',
  'z = "«hunter-2»"; get(url, headers={"Authorization": "Bearer %s" % z})',
  'y = "«hunter-2»"; get("https://{}?api_key={}".format(host, y))',
  'e := "«hunter-2»"; http.Get(fmt.Sprintf("https://%s?apiKey=%s", host, e))',
  'final String K = "«hunter-2»"; headers.setBasicAuth("pub", K);',
  'constructor(private p = "«hunter-2»") { call({ username: "pub", password: this.p }); }',
  'X="«hunter-2»"; curl --digest -u "pub:$X" https://host.example',
  'headers.append("X-Auth", "«hunter2»");',
  "  pw: «hunter-2»",
  'echo "«hunter2»" | docker login -u me --password-stdin',
])("masks the secret of %s", (marked) => {
  const line = marked.replaceAll(/[«»]/g, "");
  expect(maskSecrets(line)).toBe(marked.replaceAll(/«[^»]*»/g, "********"));
});
