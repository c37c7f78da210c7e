import { describe, expect, it } from "vitest";
import { SourceText } from "../../src/core/source-text.js";
import { HINT_OF_ALL } from "../../src/engine/secret-forms.js";
import { maskLine, maskLineOf, maskLines, maskerFor, maskSecrets } from "../../src/engine/secrets.js";

/** The secrets of a file are masked in other texts, unless they may be ordinary words. */
function expectFound(source: SourceText, marked: string): void {
  const texts = [...marked.matchAll(/«(.*?)»/g)].map(([, secret = ""]) => secret);
  const masked = maskerFor([source], texts);
  for (const secret of texts)
    if (secret.length >= 6 && /^\w+$/.test(secret) && /\d/.test(secret))
      expect(masked(secret)).toBe("********");
}

describe("secrets", () => {
  it.each([
    ["the key of a digest client", "new DigestFetch('pub', 'DigestSecret11')", "DigestSecret11"],
    ["the key of Python's digest client", 'auth=HTTPDigestAuth("pub", "PySecret99")', "PySecret99"],
    ["the credentials of urllib", "digestAuth: 'user:DigSecret33'", "DigSecret33"],
    ["the password of request", "auth: { user: 'x', pass: 'PassSecret22' }", "PassSecret22"],
    ["the password of a chained call", '.auth("user", "ChainSecret5", false)', "ChainSecret5"],
    ["the password in a URL", "mongodb+srv://user:UrlSecret77@host.example", "UrlSecret77"],
    ["a private key", 'privateKey: "0a1b2c3d-aaaa-bbbb"', "0a1b2c3d-aaaa-bbbb"],
  ])("%s is masked, and everything around it stays", (_name, line, secret) => {
    expect(maskSecrets(line)).toBe(line.replace(secret, "********"));
  });

  // Each as in real code; the secret is between the guillemets.
  it.each([
    "https://app:«hunter2»@cloud.example/api",
    "git clone https://«ghp0123456789abcdefXYZ»@github.example/x.git",
    "https://host.example/x?pretty=true&apiKey=«abc123»&b=c",
    'Authorization: "Basic «cHVibGljOnByaXZhdGU=»"',
    "-H 'Authorization: Bearer «abcDEF123456»'",
    "-H 'X-Api-Key: «abcdef12»'",
    'Digest username="«pub»", realm="«x»", nonce="«dcd98b7102dd2f0e»", response="«6629fae49393a053»"',
    'Authorization: Digest username="«a b»", uri="/api", qop=auth, nc=«00000001», cnonce="«abc»", opaque="«o»"',
    String.raw`"Digest username=\"«pub»\", realm=\"«my realm»\", nonce=\"«a1»\", algorithm=MD5"`,
    "'Digest ' + 'username=\"«pub»\", response=\"«short»\"'",
    "curl --digest -u pub:«a-b-c» https://host.example",
    "curl --data 'user=me&password=«hunter2»' https://host.example",
    'curl -F "token=«hunter2»" https://host.example',
    "curl --cert client.pem:«hunter2» https://host.example",
    "atlas config set private_api_key «abcdef12»",
    '$key = ConvertTo-SecureString "«hunter2»" -AsPlainText -Force',
    'client.get(url).bearer_auth("«hunter2»")',
    'const TOKEN: &str = "«hunter2»";',
    'mapOf("token" to "«hunter2»", "url" to url)',
    '$client->get($url, ["auth" => ["me", "«hunter2»", "digest"]]);',
    "Authorization: Digest me «hunter2»",
    '<add key="ApiToken" value="«hunter2»" />',
    "curl --user 'pub:«key-1»' https://host.example",
    "curl -upub:«key-1» https://host.example",
    'args = ["curl", "-u", "pub:«key-1»", url]',
    "curl -supub:«key-1» https://host.example",
    "The private key is «a1b2c3d4»; do not share it.",
    "The API key was `«a1b2c3d4»`.",
    "curl -sku pub:«key-1» https://host.example",
    'curl -u "$ATLAS_USER":«key-1» https://host.example',
    'curl -u "$ATLAS_USER":"«key-1»" https://host.example',
    "const apiKey string = `«abcdef»`",
    'var public, password = "pub", "«hunter2»"',
    'url.UserPassword("pub", "«key-1»")',
    'manager.add_password(None, base, "pub", "«key-1»")',
    "http --auth pub:«key-1» GET host.example",
    "wget --http-password=«key-12» host.example",
    "mongosh --password «hunter22» host.example",
    "curl --pass «hunter22» --cert a.pem https://host.example",
    "curl --oauth2-bearer «hunter22» https://host.example",
    "curl -U me:«hunter22» --proxy-pass «hunter23» https://host.example",
    "mysql -u me -p«hunter22» host.example",
    "sshpass -p «hunter22» ssh host.example",
    '["--token", "«hunter22»"]',
    'curl_setopt($ch, CURLOPT_USERPWD, "pub:«key-1»");',
    'const password: string = "«hunter2»";',
    "password := `«hunter2»`",
    "'client_secret' => '«abcdef»',",
    'settings.put("apiKey", "«abcdef»");',
    'os.environ.setdefault("ATLAS_PRIVATE_KEY", "«abcdef»")',
    'const key = process.env.ATLAS_PRIVATE_KEY ?? "«abcdef»";',
    'private_key = os.getenv("PRIVATE_KEY") or "«abcdef»"',
    'atlasPublicKey = "«abcd1234»"',
    'KEY="«abcd1234»"',
    "PRIVATE_KEY=«abcdefgh» node run.js",
    "export TOKEN=«abcdefgh»",
    "ENV API_KEY «abcdefgh»",
    "  password: «hunter2»",
    "  - API_KEY=«abcdefgh»",
    "<password>«hunter2»</password>",
    '"secret": "«abcdef»"',
    'auth=("pub", "«key-1»")',
    'auth: ["pub", "«key-1»"]',
    'digest.NewTransport("pub", "«key-1»")',
    'dac.NewTransport("pub", "«key-1»")',
    "TOKEN = %q(«hunter22»)",
    'post("https://hooks.slack.com/services/T000/B000/«abcdefgh1234»")',
    'req.SetBasicAuth("pub", "«key-1»")',
    'new UsernamePasswordCredentials("pub", "«key-1»")',
    'new NetworkCredential("pub", "«key-1»")',
    "digest_auth 'pub', '«key-1»'",
    '.basic_auth("pub", Some("«key-1»"))',
    "key: «AKIAIOSFODNN7EXAMPLE»",
    "const jwt = '«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.SflKxwRJSM»';",
    "sa = '«mdb_sa_sk_0123456789abcdef»'",
    'const pass_1="«hunter2»";',
    'const auth_ = "«hunter2»";',
    'const pw="«hunter2»";',
    "let bearer = '«hunter2»';",
    'headers: { Authorization: "«hunter2»" }',
    `headers: { "Cookie": "«sid=abc»", "Proxy-Authorization": "Basic «hunter»", 'X-Auth-Token': '«hunter2»' }`,
    'req.setHeader("Cookie", "«session=abcdef»");',
    'headers: { Authorization: `Basic ${btoa("user:«hunter2»")}` }',
    'Buffer.from("user:«hunter2»").toString("base64")',
    'client.setKey("«hunter2»");',
    'client.withPassword("«hunter2»")',
    "call(); // password: «hunter2»",
    "# the token = «hunter2»",
    " * api key: «hunter2»",
    "/* password: «hunter2» */",
    "{url: https://x, privateKey: «hunter2», token: '«x12345»'}",
    '{"key":"password","value":"«hunter2»"}',
    '{"name": "api-token", "type": "text", "value": "«hunter2»"}',
    '{ "value": "«hunter2»", "key": "Authorization" }',
    '  "value": "«hunter2abc»"',
    "Cookie: «sid=abcdef»",
    "-H 'Authorization: «hunter2»'",
    "-----BEGIN RSA PRIVATE KEY-----«MIIEpAIBAAKCAQEA1234»-----END RSA PRIVATE KEY-----",
    "«MIIEowIBAAKCAQEAw0z3nC8w0z3nC8w0z3nC8w0z3nC8w0z3nC8w0z3nC8w0z3nC»",
    'SecureString pw = ConvertTo-SecureString("«hunter2»"'.replace("pw", "password"),
    "request({ url, digest: 'pub:«hunter2»' });",
    'var apiSecret, base = "«hunter2»","URL"',
    'user, apiSecret := "somebody", "«hunter2»"',
    'const [user, password] = ["somebody", "«hunter2»"];',
    '(user, password) = ("somebody", "«hunter2»")',
    'headers.setBearerAuth("«hunter2»");',
    'headers.setBasicAuth("pub", "«hunter2»");',
    'auth = HTTPDigestAuth(user, "«hunter2»")',
    "auth: `${user}:«hunter2»`",
    'const password = isTest ? "«first-one»" : "«hunter2»";',
    'const password = "«first-one»" + "«hunter2»";',
    'NetworkCredential login = new("pub", "«hunter2»");',
    'new NetworkCredential(user, "«hunter2»")',
    'handler.Credentials = new NetworkCredential { UserName = "pub", Password = "«hunter2»" };',
    'curl_setopt($ch, CURLOPT_USERPWD, $user . ":«hunter2»");',
    'curl_setopt_array($ch, [CURLOPT_USERPWD => "pub:«hunter2»"]);',
    'new PasswordAuthentication("pub", "«hunter2»".toCharArray())',
    'Credentials.basic("pub", "«hunter2»")',
    'digest.NewTransport(public, "«hunter2»")',
    '&digest.Transport{Username: "pub", Password: "«hunter2»"}',
    'os.environ["ATLAS_PRIVATE_KEY"] = "«hunter2»"',
    'headers["Authorization"] = "Bearer «hunter2»"',
    'SecureString s = ToSecureString(user, "«hunter2»")',
    'ConvertTo-SecureString -AsPlainText -Force "«hunter2»"',
    '[PSCredential]::new("pub", (ConvertTo-SecureString "«hunter2»" -AsPlainText -Force))',
    'New-Object System.Management.Automation.PSCredential("pub", "«hunter2»")',
    String.raw`curl -d "{\"password\":\"«hunter2»\"}" https://host.example`,
    `curl -d '{"user": "me", "password": "«hunter2»"}' https://host.example`,
    "curl -u'pub:«hunter2»' https://host.example",
    'curl -u pub:"«hunter2»" https://host.example',
    'curl -u "${PUB}:«hunter2»" https://host.example',
    "curl --digest --user ${PUB}:«hunter2» https://host.example",
    'user = "pub:«hunter2»"',
    "machine host.example login me password «hunter2»",
    "//registry.example/:_authToken=«hunter2»",
    "privateKey=${ATLAS_PRIVATE_KEY:«hunter2»}",
    'KEY="${ATLAS_PRIVATE_KEY:-«hunter2»}"',
    '@Value("${atlas.private-key:«hunter2»}")',
    "Server=host.example;User Id=me;Password=«abc12»;Encrypt=true",
    'String c = "Server=host.example;Pwd=«abc12»;";',
    "password '«hunter2»'",
    "basic_auth user, '«hunter2»'",
    '.digest_auth(user, "«hunter2»")',
    "docker login -u me -p «hunter22» host.example",
    "docker build --build-arg TOKEN=«hunter22» .",
    "-H 'PRIVATE-TOKEN: «hunter22»'",
    '-H "apikey: «hunter22»"',
    "Invoke-RestMethod -Token (ConvertTo-SecureString '«hunter2»')",
    "curl --digest -u pub:${KEY:-«hunter2»} https://host.example",
    "spring.password=${PW:«hunter2»}",
    'curl -K - <<< "user = pub:«hunter2»"',
    'PRIVATE = "«hunter22»"',
    'request.header("Authorization", "Digest «hunter2»")',
    "Connect -User me -Password '«hunter2»'",
  ])("masks the secret of %s", (marked) => {
    const line = marked.replaceAll(/[«»]/g, "");
    expect(maskSecrets(line)).toBe(marked.replaceAll(/«[^»]*»/g, "********"));
    expectFound(new SourceText("client.code", line), marked);
  });

  it("does not search a line without any sign of a secret", () => {
    expect("const answer = clusters.map((cluster) => cluster.name);").not.toMatch(HINT_OF_ALL);
  });

  it.each([
    "new DigestFetch(publicKey, privateKey)",
    'const key = "clusterName";',
    'Object.keys(body).includes("providerSettings")',
    'keyboard: "qwerty123"',
    "const url = `${base}/groups/${groupId}/clusters`;",
    "auth: { user: process.env.PUBLIC, pass: process.env.PRIVATE }",
    'curl -u "$PUBLIC:$PRIVATE" --digest https://cloud.example/api',
    'curl -u "${{ secrets.KEY }}" https://cloud.example/api',
    "privateKey: process.env.ATLAS_PRIVATE_KEY,",
    "token = settings.token",
    'headers: { Accept: "application/vnd.service.2023-02-01+json" }',
    "const { data } = await api.post(`/groups/${id}/clusters`, body);",
    "https://cloud.example/api/admin/v1.0/groups/5f1a2b3c4d5e6f7a8b9c0d1e/clusters",
    "auth: { user: 'x', pass: '${password}' }",
    'headers: { Authorization: "Bearer " + token }',
    "  access_token: string;",
    "interface Login { password: string; apiKeys: number; }",
    "  isSecret: boolean;",
    'headers: { Authorization: [header], "Content-Type": ["application/json"] }',
    'curl --digest -u "$$PUB:$$PRIV" https://host.example',
    "curl --digest -u $${PUB}:$${PRIV} https://host.example",
    "curl --digest -u %PUB%:%PRIV% https://host.example",
    "curl.exe --digest -u $env:PUB:$env:PRIV https://host.example",
    "headers: { Authorization: `Bearer ${token}` }",
    "{ user: user, password: password2, token: options.token, secret: newSecret1 }",
    'const auth = "digest";',
    'authType: "digest", authSource: "admin", author: "somebody"',
    "// token: the one of the user",
    "mkdir -p folder-of-results",
    "curl -p https://host.example --key ./a.pem",
    "docker login -p 8080:8080",
    'call("--password", os.environ["PASSWORD"])',
    '{"key": "password", "value": "{{password}}"}',
    '{"key": "name", "value": "cluster"}',
    'compass = "north east"; passing = "through"; cookies = ["choco"];',
    "digest(a, b)",
    'Digest username="${user}", nonce="%s", response="{response}", qop=auth, uri="/api/a"',
    `"Digest username=\\"" + user + "\\", realm=\\"" + realm`,
    "digest = hash(nonce=nonce, response=body)",
    'const token = await client.post("https://host.example/oauth/token", "/groups");',
    'auth.get("/api/admin/v1.0/groups")',
    'const password = prompt("Type it, please");',
    'isToken("identifier1")',
    'if (secret.name === "cluster-one") call("cluster-two");',
    'authApi.listClusters("5f1a2b3c4d5e6f7a8b9c0d1e", "cluster0");',
    'const { user, password } = options; call("cluster-one", "M10");',
    'call(user, password); url = "cluster-one";',
    "users: ['one', 'two']",
    'const password = randomBytes(20).toString("hex");',
    'curl_with_auth "groups/$ID/clusters" "GET"',
    '"Whitelists for API Key": BASE + "/orgs/{ORG_ID}/apiKeys",',
    '"username": "arn:aws:iam::358363220050:user/somebody",',
    'validateSecret(t, client, "603e7bf38a94956835659ae5");',
    'main(["--publickey", public, "--atlasgroup", group])',
    'NewArgError("apiKeyID", "must be set")',
    'buildSecret(Sprintf("%s-atlas-1", name))',
    '// It is the token, don\'t say: call("cluster-two")',
    '"integrity": "sha512-CEU6AhrPWjznB/uGCvEKNQ9Fa0Gw8gjIXyky6sjRbJz6GsBovef0rdsu6fokE3A7+ncsVsGWlDnt5byOs9mSGw==",',
    "github.com/a/b v1.2.3 h1:8gkqB1LojzPrstpFG7RHYmWxXpIlPDTqWnNsXH7XDRU=",
    "image@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    'call("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");',
    'const MongoDBAtlasV2ClusterM10 = "MongoDBAtlasV2ClusterM10";',
    '"jobId": "pf_2025_10_18_12_03_11_Z_abc123"',
    'CONSTRAINT "FK_bdd5896ec93be2f1c62a3309a5e" FOREIGN KEY',
    "npm_config_registry_of_2023=https://host.example",
    'const name = "cluster-1"; const region = "EU_WEST_1"; call({ password, name, region });',
    'const id = "select"; call({ apiKey: id });',
  ])("%s holds none", (line) => {
    expect(maskSecrets(line)).toBe(line);
  });

  describe("of which other lines or the language tell", () => {
    /** Every line of the file masked; the secret is between the guillemets. */
    const expectMasked = (path: string, marked: string): void => {
      const source = new SourceText(path, marked.replace(/[«»]/g, ""));
      const lines = marked.replace(/«.*?»/g, "********").split("\n");
      expect(lines.map((_, index) => maskLineOf(source, index + 1).text)).toEqual(lines);
      expectFound(source, marked);
    };

    it.each([
      '{\n  "key": "password",\n  "value": "«swordfish»",\n  "type": "string"\n}',
      '{\n  "value": "«swordfish»",\n  "enabled": true,\n  "key": "x-api-key"\n}',
      '{\n  name: "dbPassword",\n  default: "«swordfish»",\n}',
      '{\n  "key": "user",\n  "value": "somebody"\n},\n{\n  "key": "token",\n  "value": "«swordfish»"\n}',
      '{\n  "key": "password",\n  "value": "{{password}}"\n},\n{\n  "key": "name",\n  "value": "cluster"\n}',
    ])("pairs of a name and a value in lines of their own: %j", (marked) => {
      expectMasked("collection.json", marked);
    });

    it.each([
      'variable "atlas_private_key" {\n  type = string\n  default = "«swordfish»"\n}',
      'variable "password" { default = "«swordfish»" }',
      'variable "region" {\n  type = string\n  default = "EU_WEST_1"\n}',
      'variable "private_key" {\n  type = string\n}\n\nvariable "region" {\n  default = "EU_WEST_1"\n}',
    ])("the default of a variable of Terraform whose name tells: %j", (marked) => {
      expectMasked("variables.tf", marked);
    });

    it.each([
      "db: {user: somebody, password: «swordfish»}",
      "- {token: «abcdef», url: x}",
      "auth: {pass: «letters», type: digest}",
      "labels:\n  api.token: «letters.and1»\n  name: letters.and1",
      "db: {password: ${PASSWORD}, token: <token>}",
    ])("YAML in one line, whose values need no digits: %s", (marked) => {
      expectMasked("settings.yml", marked);
    });

    it.each([
      'new DigestFetch(\n  "pub",\n  "«hunter2»",\n  "https://host.example",\n);',
      'const password =\n  "«hunter2»";\nconst url =\n  "abcdef12";',
      'auth = requests.auth.HTTPDigestAuth(\n    user,\n    "«hunter2»",\n)\nname = "cluster0"',
      'credentials: {\n  user: "me",\n  password:\n    process.env.PASSWORD ||\n    "«hunter2»",\n}',
      'login("(", password);\nname = "cluster0"\ncall("a", "abcdef12");',
      '# see (the token\nname = "cluster0"\ncall("a", "abcdef12")',
      'const (\n\tAPIToken = "«hunter2»" // a comment\n\tName = "abcdef12"\n)',
      'auth:\n  type: "digest-v1"\n  name: "abc"',
    ])("code of several lines: %j", (marked) => {
      expectMasked("client.code", marked);
    });

    it.each([
      "Call it with password: «s3cret-md» and go.",
      "Set **token** = `«s3cret-md»` first.",
      "Use the private key `«s3cret-md»` for it.",
      "| API key | «s3cret12» |",
      "The password: required, and a token: string.",
    ])("prose: %s", (marked) => {
      expectMasked("README.md", marked);
    });

    it.each([
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: one\nstringData:\n  first: «hunter2»\n  url: https://host.example/api\ndata:\n  second: «aHVudGVyMg==»\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  first: hunter2",
      "env:\n  - name: API_TOKEN\n    value: «hunter2»\n  - name: REGION\n    value: EU_WEST_1",
    ])("resources of Kubernetes: %j", (marked) => {
      expectMasked("one.yaml", marked);
    });

    it("variables of a file of requests", () => {
      expectMasked(
        "a.http",
        "@k = «hunter-2»\n@version = 2023-01-01\n\nGET https://host.example/api\nAuthorization: Bearer {{k}}",
      );
    });

    it("names of variables stay in code", () => {
      expectMasked("client.js", "connect({ user, password: swordfish });");
    });

    it("moves offsets, and masks the same in texts of several lines", () => {
      const text = '{\n  "key": "password",\n  "value": "swordfish", "url": "x"\n}';
      const source = new SourceText("collection.json", text);
      const line = source.line(3);
      const { text: masked, offsets } = maskLineOf(source, 3, [0, line.indexOf('"url"'), line.length]);
      expect(masked).toBe('  "value": "********", "url": "x"');
      expect(offsets).toEqual([0, masked.indexOf('"url"'), masked.length]);
      expect(maskLines(text)).toBe(text.replace("swordfish", "********"));
    });
  });

  it("masks secrets of files in other texts, unless they may be ordinary words", () => {
    const secrets = ["groups", "application", "k7-swordfish"];
    const source = new SourceText("a.sh", secrets.map((one) => `export API_KEY="${one}"\n`).join(""));
    const text = "GET /groups/k7-swordfish, application/json";
    expect(maskerFor([source], [text])(text)).toBe("GET /groups/********, application/json");
  });

  it.each([
    ["of signs only", "+-*/=%", "x +-*/=% y"],
    ["of other letters", "пароль7", "x пароль7"],
    ["beside another one", "k7-sword-fishes", "k7-sword-fishes+k8-swordfish"],
    ["of several words", "open sesame now", "x: open sesame now."],
    ["of ten letters", "abcdefghij", "x=abcdefghij"],
  ])("masks the secret %s of another file", (_name, secret, text) => {
    const sources = [secret, "+k8-swordfish"].map(
      (value, index) =>
        new SourceText(`${index}.js`, `login({ user: "x", password: ${JSON.stringify(value)} });`),
    );
    const masked = maskerFor(sources, [text])(text);
    expect(masked).toContain("********");
    expect(masked).not.toContain(secret);
    expect(masked).not.toContain("k8-swordfish");
  });

  it("masks a line of a secret of several lines", () => {
    const source = new SourceText("a.py", 'login(password="""first line 1\nsecond key 2\nthird line 3""")');
    const text = "x: second key 2.";
    expect(maskerFor([source], [text])(text)).toBe("x: ********.");
  });

  it("searches a file only if a secret of it may be in the texts", () => {
    let lines = 0;
    class Counted extends SourceText {
      override line(number: number): string {
        lines++;
        return super.line(number);
      }
    }
    const source = new Counted("a.sh", 'export API_KEY="k7-swordfish"\n'.repeat(3));
    maskerFor([source], ["GET /groups", "k8-herrings"]);
    expect(lines).toBe(0);
    maskerFor([source], ["k7-swordfish"]);
    expect(lines).toBeGreaterThan(0);
  });

  it("moves offsets behind a secret by what the mask is shorter or longer", () => {
    const line = 'call("mongodb://user:a-long-password-of-somebody@h", { password: "abcd" }, BASE);';
    const at = (text: string, word: string): number => text.indexOf(word);
    const { text, offsets } = maskLine(line, [0, at(line, "@h"), at(line, "long"), at(line, "BASE")]);
    expect(text).toBe('call("mongodb://user:********@h", { password: "********" }, BASE);');
    expect(offsets).toEqual([0, at(text, "@h"), at(text, "@h"), at(text, "BASE")]);
  });

  it("does a line of many letters in steps that grow with its length only", () => {
    const line = "a".repeat(200_000);
    expect(maskSecrets(line)).toBe(line);
  }, 10_000);
});
