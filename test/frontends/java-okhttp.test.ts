import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = `"https://cloud.mongodb.com/api/atlas/v2/groups/" + id + "/accessList"`;
const DATED = `"application/vnd.atlas.2023-02-01+json"`;

async function messages(
  client: string,
  request: string,
  imported = "com.burgstaller.okhttp.AuthenticationCacheInterceptor",
): Promise<string[]> {
  const code = `import ${imported};
import okhttp3.*;
class Api {
  static final MediaType JSON = MediaType.get("application/json");
  static class Version implements Interceptor {
    @Override public Response intercept(Chain chain) throws IOException {
      Request dated = chain.request().newBuilder().addHeader("Accept", ${DATED}).build();
      return chain.proceed(dated);
    }
  }
  private final OkHttpClient http = ${client};
  Response run(String id) throws Exception {
    return http.newCall(new Request.Builder().url(${URL})${request}.build()).execute();
  }
}
`;
  const { findings } = await analyze("Api.java", code);
  return findings.map(({ message }) => message);
}

describe("a client of OkHttp", () => {
  it.each([
    ["an object", "addInterceptor(new Version())"],
    ["an object of the network", "callTimeout(10).readTimeout(10).addNetworkInterceptor(new Version())"],
    [
      "a function",
      `addInterceptor(chain -> chain.proceed(chain.request().newBuilder().header("Accept", ${DATED}).build()))`,
    ],
  ])("sends the headers that an interceptor adds: %s", async (_name, setting) => {
    expect(await messages(`new OkHttpClient.Builder().${setting}.build()`, "")).toEqual([]);
  });

  it("sends none of them without the interceptor", async () => {
    const other = "addInterceptor(chain -> chain.proceed(chain.request()))";
    for (const client of ["new OkHttpClient()", `new OkHttpClient.Builder().${other}.build()`])
      expect(await messages(client, "")).toEqual([expect.stringContaining("sends no Accept header")]);
  });

  it("sends none of them with the interceptor of a library for digest authentication", async () => {
    const client =
      "new OkHttpClient.Builder().addInterceptor(new AuthenticationCacheInterceptor(cache)).build()";
    for (const imported of [undefined, "com.burgstaller.okhttp.*"])
      expect(await messages(client, "", imported)).toEqual([
        expect.stringContaining("sends no Accept header"),
      ]);
    expect(await messages(client, "", "company.clients.*")).not.toContainEqual(
      expect.stringContaining("sends no Accept header"),
    );
  });

  it("sends the type of a body as Content-Type", async () => {
    const post = `.header("Accept", ${DATED}).post(RequestBody.create("[]", JSON))`;
    expect(await messages("new OkHttpClient()", post)).toEqual([]);
  });
});
