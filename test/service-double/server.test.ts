import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import {
  GROUP_ID,
  INVOICE_ID,
  ORG_ID,
  startServiceDouble,
  type DoubleOptions,
  type ServiceDouble,
} from "../../src/service-double/index.js";
import { TEST_DAY } from "../support/analyze.js";
import { plain, withDigest, type Received, type Sent } from "../support/digest-client.js";

const CREDENTIALS = {
  publicKey: "public",
  privateKey: "private",
  token: "a-token",
  discovery: { user: "scraper", password: "metrics" },
};
const V1 = "/api/atlas/v1.0";
const V2 = "/api/atlas/v2";
const CLUSTERS = `/groups/${GROUP_ID}/clusters`;

const started: ServiceDouble[] = [];
async function start(options: Partial<DoubleOptions> = {}): Promise<ServiceDouble> {
  const double = await startServiceDouble({
    ...{ catalog: loadCatalog(), asOf: TEST_DAY, credentials: CREDENTIALS },
    ...options,
  });
  started.push(double);
  return double;
}

let shared: ServiceDouble;
beforeAll(async () => {
  shared = await start();
  started.pop();
});
afterAll(() => shared.close());
afterEach(() => Promise.all(started.splice(0).map((double) => double.close())));

const media = (date: string, format = "json"): string => `application/vnd.atlas.${date}+${format}`;

function v2(path: string, date = "2023-02-01", sent: Sent = {}, double = shared): Promise<Received> {
  return withDigest(double, `${V2}${path}`, { ...sent, headers: { accept: media(date), ...sent.headers } });
}

describe("login", () => {
  it("comes before everything, with a digest challenge", async () => {
    for (const path of [`${V1}${CLUSTERS}`, `${V2}${CLUSTERS}`, `${V2}/nothing`]) {
      const { status, headers, body } = await plain(shared, path);
      expect([status, body.errorCode]).toEqual([401, "UNEXPECTED_ERROR"]);
      expect(headers.get("www-authenticate")).toMatch(
        /^Digest realm="MMS Public API".*algorithm=MD5, qop="auth"/,
      );
    }
  });

  it("takes the right keys and no others", async () => {
    expect((await withDigest(shared, `${V1}${CLUSTERS}`)).status).toBe(200);
    expect((await withDigest(shared, `${V1}${CLUSTERS}`, { password: "wrong" })).status).toBe(401);
    expect((await withDigest(shared, `${V1}${CLUSTERS}`, { user: "wrong" })).status).toBe(401);
  });

  it("takes the token of a service account, but no Basic login", async () => {
    const send = (authorization: string) => plain(shared, `${V1}${CLUSTERS}`, { headers: { authorization } });
    expect((await send("Bearer a-token")).status).toBe(200);
    expect((await send("Bearer another")).status).toBe(401);
    expect((await send(`Basic ${Buffer.from("public:private").toString("base64")}`)).status).toBe(401);
  });

  it("does not take an answer to a challenge that it never gave, or for another path", async () => {
    const header = (uri: string, nonce: string) =>
      `Digest username="public", realm="MMS Public API", nonce="${nonce}", uri="${uri}", qop=auth, nc=00000001, cnonce="a", response="0"`;
    const path = `${V1}${CLUSTERS}`;
    const send = (authorization: string) => plain(shared, path, { headers: { authorization } });
    expect((await send(header(path, "made-up"))).status).toBe(401);
  });

  it("does not take the same answer twice, and says that another nonce would do", async () => {
    const double = await start();
    let sent = "";
    const listen = double.requests.length;
    const path = `${V1}${CLUSTERS}`;
    const first = await withDigest(double, path, { onAuthorization: (header) => (sent = header) });
    const again = await plain(double, path, { headers: { authorization: sent } });
    expect([first.status, again.status]).toEqual([200, 401]);
    expect(again.headers.get("www-authenticate")).toContain("stale=true");
    expect(double.requests.slice(listen).map(({ isChallenge }) => isChallenge)).toEqual([true, false, false]);
  });

  it("leaves no trace of itself in what was seen", async () => {
    const double = await start();
    await withDigest(double, `${V1}${CLUSTERS}`);
    expect(double.requests.map(({ status, authorized }) => [status, authorized])).toEqual([
      [401, false],
      [200, true],
    ]);
    expect(JSON.stringify(double.requests)).not.toMatch(/digest|private/i);
  });
});

describe("a request that is not meant for it", () => {
  /** Sends a request whose parts fetch would not let through. */
  const send = (headers: Record<string, string>) =>
    new Promise<number | string>((done) => {
      const { port } = new URL(shared.url);
      const sent = request({
        port,
        host: "127.0.0.1",
        path: `${V1}/groups`,
        headers,
      });
      sent.on("response", (response) => {
        response.resume();
        done(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? ""));
      sent.end();
    });

  it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"])(
    "is refused under the host %j, as a page in a browser may send it",
    async (host) => {
      expect(await send({ host })).toBe(421);
    },
  );

  it.each(["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8080"])(
    "is taken under the host %s",
    async (host) => {
      expect(await send({ host })).toBe(401);
    },
  );

  it("is answered with 413 when its body is too large, and cut off when it does not end", async () => {
    const chunk = Buffer.alloc(65_536, "a");
    // A client that sends everything before it reads the answer gets it, too.
    for (const length of [2_000_000, 30_000_000])
      expect(await plain(shared, `${V1}/groups`, { method: "POST", body: "a".repeat(length) })).toMatchObject(
        {
          status: 413,
        },
      );
    const { port } = new URL(shared.url);
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    let answer = "";
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("error", () => undefined);
    const closed = new Promise((done) => socket.once("close", done));
    socket.write(`POST ${V1}/groups HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999\r\n\r\n`);
    const goOn = (): void => {
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(goOn));
    };
    goOn();
    await closed;
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe("connections", () => {
  it.each([
    ["less than its length says", "Content-Length: 100\r\n\r\n{", 400, "INCOMPLETE_REQUEST"],
    ["no last chunk", "Transfer-Encoding: chunked\r\n\r\n5\r\n{", 400, "INCOMPLETE_REQUEST"],
    [
      "too much, and no end",
      `Content-Length: 99999999\r\n\r\n${"a".repeat(17 * 1_048_576)}`,
      413,
      "PAYLOAD_TOO_LARGE",
    ],
  ])("that break off a body with %s are seen as that", async (_what, rest, status, errorCode) => {
    let seen: (status: unknown) => void = () => undefined;
    const request = new Promise((done) => (seen = done));
    const double = await start({ onRequest: (one) => seen(one) });
    const { port } = new URL(double.url);
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    socket.on("error", () => undefined);
    socket.write(`POST ${V1}/groups HTTP/1.1\r\nHost: localhost\r\n${rest}`, () => socket.end());
    expect(await request).toMatchObject({ status, errorCode, authorized: false });
    socket.destroy();
    expect((await withDigest(double, `${V1}${CLUSTERS}`)).status).toBe(200);
  });

  it("that send nothing, or do not end a request, keep nobody else out", async () => {
    const double = await start();
    const { port } = new URL(double.url);
    const slow = `POST ${V1}/groups HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n`;
    let closed = 0;
    const sockets = await Promise.all(
      Array.from(
        { length: 400 },
        (_, index) =>
          new Promise<Socket>((done) => {
            const socket = connect({ host: "127.0.0.1", port: Number(port) }, () => {
              if (index % 2 === 0) socket.write(slow);
              done(socket);
            });
            socket.on("error", () => undefined);
            socket.on("close", () => closed++);
          }),
      ),
    );
    expect((await withDigest(double, `${V1}${CLUSTERS}`)).status).toBe(200);
    expect(closed).toBeGreaterThan(100);
    for (const socket of sockets) socket.destroy();
  });
});

describe("the version in Accept", () => {
  it.each([
    ["none", {}],
    ["plain JSON", { accept: "application/json" }],
    ["anything", { accept: "*/*" }],
    ["a date that was never released", { accept: media("2024-01-01") }],
    ["a day that does not exist", { accept: media("2023-02-31") }],
    ["a date of another form", { accept: "application/vnd.atlas.20230201+json" }],
    ["a future date", { accept: media("2043-01-01") }],
    ["one before the first", { accept: media("2022-01-01") }],
    ["a preview", { accept: "application/vnd.atlas.preview+json" }],
    ["an upcoming one", { accept: media("2025-01-01.upcoming") }],
    ["another vendor's", { accept: "application/vnd.service.2023-02-01+json" }],
    ["no suffix", { accept: "application/vnd.atlas.2023-02-01" }],
    ["the suffix of a download", { accept: media("2023-02-01", "gzip") }],
  ])("%s is 406 INVALID_VERSION_DATE", async (_, headers) => {
    const { status, body, headers: got } = await withDigest(shared, `${V2}${CLUSTERS}`, { headers });
    expect(status).toBe(406);
    expect(body).toEqual({
      detail: "Invalid accept header or version date.",
      error: 406,
      errorCode: "INVALID_VERSION_DATE",
      parameters: [],
      reason: "Not Acceptable",
    });
    expect(got.get("content-type")).toBe("application/json");
  });

  it.each([
    ["2023-01-01", CLUSTERS, "2023-01-01"],
    ["2023-02-01", CLUSTERS, "2023-02-01"],
    ["2023-11-15", CLUSTERS, "2023-02-01"],
    ["2024-08-05", CLUSTERS, "2024-08-05"],
    ["2025-03-12", CLUSTERS, "2024-08-05"],
    ["2025-03-12", "/orgs", "2023-01-01"],
  ])("%s for %s is answered by %s, and the answer says so", async (date, path, version) => {
    const { status, headers } = await v2(path, date);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(`${media(version)};charset=utf-8`);
  });

  it("may stand among other types, with parameters and in any case", async () => {
    const accept = `text/html, APPLICATION/vnd.atlas.2023-02-01+JSON; q=0.9`;
    expect((await withDigest(shared, `${V2}${CLUSTERS}`, { headers: { accept } })).status).toBe(200);
  });

  it("is not one of an endpoint that came later", async () => {
    expect((await v2(`/groups/${GROUP_ID}/flexClusters`, "2023-02-01")).status).toBe(406);
    expect((await v2(`/groups/${GROUP_ID}/flexClusters`, "2024-11-13")).status).toBe(200);
    expect((await withDigest(shared, `${V1}/groups/${GROUP_ID}/flexClusters`)).status).toBe(404);
  });

  it("that is deprecated is answered with the dates", async () => {
    const { headers } = await v2(CLUSTERS, "2023-02-01");
    expect(headers.get("deprecation")).toBe("Mon, 5 Aug 2024 00:00:00 GMT");
    expect(headers.get("sunset")).toBe("Thu, 1 Jul 2027 00:00:00 GMT");
    const missing = await v2(`${CLUSTERS}/none`, "2023-02-01");
    expect([missing.status, missing.headers.get("sunset")]).toEqual([404, "Thu, 1 Jul 2027 00:00:00 GMT"]);
    const newest = await v2(CLUSTERS, "2024-08-05");
    expect([newest.headers.get("deprecation"), newest.headers.get("sunset")]).toEqual([null, null]);
  });

  it("that is deleted is 410, by the published day and by the rule of twelve months", async () => {
    const later = await start({ asOf: "2027-07-01" });
    const gone = await v2(CLUSTERS, "2023-02-01", {}, later);
    expect([gone.status, gone.body.errorCode]).toEqual([410, "VERSION_GONE"]);
    expect(gone.body.parameters).toEqual(["2023-02-01", `${V2}${CLUSTERS}`]);
    expect((await v2(CLUSTERS, "2024-08-05", {}, later)).status).toBe(200);
    const accept = "application/vnd.service.2023-01-01+json";
    const service = await withDigest(shared, `/api/admin/v2${CLUSTERS}`, { headers: { accept } });
    expect(service.status).toBe(410);
  });
});

describe("the content type", () => {
  const patch = (headers: Record<string, string>, base = V2): Promise<Received> =>
    withDigest(shared, `${base}/groups/${GROUP_ID}/privateIpMode`, {
      method: "PATCH",
      body: { enabled: false },
      headers: { accept: media("2023-02-01"), ...headers },
    });

  it.each([
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    [media("2023-02-01"), 200],
    [media("2023-01-01"), 415],
    [media("2023-02-01", "gzip"), 415],
    ["text/plain;charset=UTF-8", 415],
    ["application/x-www-form-urlencoded", 415],
  ])("%s is %i", async (type, status) => {
    expect((await patch({ "content-type": type })).status).toBe(status);
  });

  it("of the vendor is nothing that the unversioned form takes", async () => {
    expect((await patch({ "content-type": media("2023-02-01") }, V1)).status).toBe(415);
    expect((await patch({ "content-type": "application/json" }, V1)).status).toBe(200);
  });

  it("must be there in the versioned form, even without a body", async () => {
    const path = `${CLUSTERS}/orders/restartPrimaries`;
    expect((await v2(path, "2023-02-01", { method: "POST" })).status).toBe(415);
    const typed = { method: "POST", headers: { "content-type": "application/json" } };
    expect((await v2(path, "2023-02-01", typed)).status).toBe(200);
    expect((await withDigest(shared, `${V1}${path}`, { method: "POST" })).status).toBe(200);
  });
});

describe("paths", () => {
  it("that nobody knows are 404, and methods that they lack are 405", async () => {
    expect((await v2("/groups/1/nothing")).status).toBe(404);
    expect((await withDigest(shared, "/elsewhere")).status).toBe(404);
    const { status, headers } = await v2(CLUSTERS, "2023-02-01", { method: "DELETE" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it("that are gone are 410 in the versioned form and still work in the other", async () => {
    const path = `/groups/${GROUP_ID}/whitelist`;
    const gone = await v2(path);
    expect([gone.status, gone.body.errorCode]).toEqual([410, "ENDPOINT_GONE"]);
    expect((await withDigest(shared, `${V1}${path}`)).status).toBe(200);
  });

  it("of a form that is not served are 410", async () => {
    const double = await start({ forms: ["v2"] });
    expect((await withDigest(double, `${V1}${CLUSTERS}`)).status).toBe(410);
    expect((await v2(CLUSTERS, "2023-02-01", {}, double)).status).toBe(200);
  });

  it("of projects and clusters that are not there are 404", async () => {
    expect((await v2("/groups/5e2211c17a3e5a48f5497dff/clusters")).body.errorCode).toBe("GROUP_NOT_FOUND");
    expect((await v2(`${CLUSTERS}/none`)).body.errorCode).toBe("CLUSTER_NOT_FOUND");
    expect((await v2(`${CLUSTERS}/none/processArgs`)).body.errorCode).toBe("CLUSTER_NOT_FOUND");
  });

  it("that are not URLs, and bodies that are not JSON, get a response", async () => {
    const status = await new Promise((done, failed) => {
      const { port } = new URL(shared.url);
      request({ port, host: "127.0.0.1", path: "//" }, (response) => done(response.resume().statusCode))
        .on("error", failed)
        .end();
    });
    expect(status).toBe(401);
    const sent = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
    expect((await v2(CLUSTERS, "2023-02-01", sent)).body.errorCode).toBe("MALFORMED_JSON");
  });
});

describe("downloads", () => {
  const host = async (): Promise<string> =>
    (await v2(`/groups/${GROUP_ID}/processes`, "2023-01-01")).body.results[0].hostname;

  it("are compressed, with the suffix +gzip in the versioned form", async () => {
    const path = `${CLUSTERS}/${await host()}/logs/mongodb.gz`;
    const old = await withDigest(shared, `${V1}${path}`, { headers: { accept: "application/gzip" } });
    expect(old.headers.get("content-type")).toBe("application/gzip");
    const accept = media("2023-02-01", "gzip");
    const now = await withDigest(shared, `${V2}${path}`, { headers: { accept } });
    expect(now.headers.get("content-type")).toBe(accept);
    expect(gunzipSync(now.bytes).toString()).toBe(gunzipSync(old.bytes).toString());
    expect((await v2(path)).status).toBe(406);
  });

  it("of invoices are tables, with the suffix +csv", async () => {
    const path = `/orgs/${ORG_ID}/invoices/${INVOICE_ID}`;
    const accept = media("2023-01-01", "csv");
    const old = await withDigest(shared, `${V1}${path}/csv`);
    for (const one of [path, `${path}/csv`]) {
      const { text, headers } = await withDigest(shared, `${V2}${one}`, { headers: { accept } });
      expect([text, headers.get("content-type")]).toEqual([old.text, accept]);
    }
    expect((await v2(`${path}/csv`, "2023-01-01")).status).toBe(406);
  });
});

describe("discovery", () => {
  const path = `/prometheus/v1.0/groups/${GROUP_ID}/discovery`;
  const login = { authorization: `Basic ${Buffer.from("scraper:metrics").toString("base64")}` };

  it("takes Basic, needs no version and lists every node", async () => {
    const { status, body, headers } = await plain(shared, path, {
      headers: { ...login, accept: "application/json" },
    });
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(body[0].targets[0]).toMatch(/:27018$/);
    expect(Object.keys(body[0].labels)).toContain("replica_set_name");
  });

  it("refuses the keys of the administration API, other schemes and versioned types", async () => {
    expect((await withDigest(shared, path)).status).toBe(401);
    expect((await plain(shared, `${path}?targetScheme=OTHER`, { headers: login })).status).toBe(400);
    const accept = media("2023-02-01");
    expect((await plain(shared, path, { headers: { ...login, accept } })).status).toBe(406);
  });
});

describe("lists", () => {
  it("have pages, envelopes and a readable form, as before", async () => {
    const page = await v2(`${CLUSTERS}?itemsPerPage=2&pageNum=2&includeCount=true`);
    expect([page.body.results.length, page.body.totalCount]).toEqual([1, 3]);
    expect((await v2(`${CLUSTERS}?itemsPerPage=501`)).status).toBe(400);
    const enveloped = await v2(`${CLUSTERS}/none?envelope=true`);
    expect([enveloped.status, enveloped.body.status, enveloped.body.content.error]).toEqual([200, 404, 404]);
    expect((await v2(`${CLUSTERS}?pretty=true`)).text).toContain("\n  ");
  });
});
