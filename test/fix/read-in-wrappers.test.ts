import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const API = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The findings about properties, without any fix. */
async function propertiesOf(path: string, code: string): Promise<string[]> {
  const { remaining } = await fixFiles({ [path]: code }, []);
  return remaining.filter((one) => one.startsWith("no-removed-property"));
}

describe("a read of the answer of a wrapper", () => {
  it.each(["err :=", "err ="])("is found beside an empty request for errors in Go: %s", async (assigns) => {
    const code = `package main
import ("encoding/json"; "fmt"; "io"; "net/http"; "os")
type Cluster struct { MongoURI string \`json:"mongoURI"\` }
func setup(uri string) (*http.Request, error) {
	empty := http.Request{}
	req, err := http.NewRequest("GET", "${API}"+uri, nil)
	if err != nil { return &empty, err }
	if os.Getenv("NAME") == "" {
		${assigns} fmt.Errorf("no name")
		return &empty, err
	}
	return req, nil
}
func main() {
	req, _ := setup("/groups/1/clusters/c")
	resp, _ := (&http.Client{}).Do(req)
	body, _ := io.ReadAll(resp.Body)
	out := Cluster{}
	json.Unmarshal(body, &out)
	fmt.Println(out.MongoURI)
}
`;
    expect(await propertiesOf("main.go", code)).toContain("no-removed-property main.go:20");
  });

  it.each(["parent.SetHandler(Run)", "Run()"])(
    "is found where a static method of C# is inherited, and its caller runs by %s",
    async (start) => {
      const code = `using System.Net.Http;
using System.Text.Json;
class Cluster { public string mongoURI { get; set; } }
class Base {
  static readonly HttpClient Http = new();
  internal static async Task<Cluster> Get() {
    var answer = await Http.GetAsync("${API}/groups/1/clusters/c");
    return JsonSerializer.Deserialize<Cluster>(await answer.Content.ReadAsStringAsync());
  }
}
class Program : Base {
  private static async Task Run() {
    var cluster = await Get();
    Console.WriteLine(cluster.mongoURI.Substring(14));
  }
  public static void AddTo(Command parent) { ${start}; }
}
`;
      expect(await propertiesOf("P.cs", code)).toContain("no-removed-property P.cs:14");
    },
  );
});
