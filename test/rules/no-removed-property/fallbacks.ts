import type { InvalidCase } from "../../support/rule-tester.js";
import { broken, fallback, inJavaScript, inPython, standby } from "./standbys.js";

const inGo = (code: string): string =>
  `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
)

func main() {
	req, _ := http.NewRequest("GET", "%host%/api/%admin%/v2/groups/1/clusters/c0", nil)
	req.Header.Set("Accept", "application/vnd.%vendor%.2023-02-01+json")
	resp, _ := http.DefaultClient.Do(req)
	var c map[string]interface{}
	json.NewDecoder(resp.Body).Decode(&c)
${code}
}`;

/** Reads of a version without the property, in code that goes on with something else. */
export const fallbacks: readonly InvalidCase[] = [
  {
    name: "an alternative beside a read",
    code: inJavaScript(`const a = cluster.⟦srvAddress⟧ ?? cluster.connectionStrings.standardSrv;
const b = cluster.⟦providerSettings⟧?.instanceSizeName || "M10";
const { ⟦numShards⟧ = 1 } = cluster;`),
    errors: [fallback("srvAddress"), fallback("providerSettings"), fallback("numShards")],
  },
  {
    name: "a read behind what replaces it",
    code: inJavaScript(`const a = cluster.connectionStrings?.standardSrv ?? cluster.⟦srvAddress⟧;
const b = cluster.connectionStrings?.standard || cluster.⟦%dbURI%⟧ || "";
const c = cluster.connectionStrings ? cluster.connectionStrings.standardSrv : cluster.⟦srvAddress⟧;
const d = cluster.replicationSpecs?.[0]?.regionConfigs?.[0]?.electableSpecs?.instanceSize ?? cluster.⟦providerSettings⟧.instanceSizeName;
function uri() {
  if (cluster.connectionStrings) return cluster.connectionStrings.standardSrv;
  return cluster.⟦srvAddress⟧;
}
if (!cluster.connectionStrings) console.log(cluster.⟦srvAddress⟧);
else console.log(cluster.connectionStrings.standardSrv, uri());`),
    errors: [
      ...[standby("srvAddress"), standby("%dbURI%"), standby("srvAddress"), standby("providerSettings")],
      ...[standby("srvAddress"), standby("srvAddress")],
    ],
  },
  {
    name: "a read behind something else",
    code: inJavaScript(`const a = cluster.connectionStrings?.standard ?? cluster.⟦srvAddress⟧;
const b = cluster.paused ? cluster.connectionStrings.standardSrv : cluster.⟦srvAddress⟧;
const c = cluster.connectionStrings ? cluster.name : cluster.⟦srvAddress⟧;
const d = cluster.connectionStrings?.standardSrv && cluster.⟦srvAddress⟧;
if (cluster.connectionStrings) console.log(cluster.connectionStrings.standardSrv);
console.log(cluster.⟦srvAddress⟧);
const e = cluster.connectionStrings.standardSrv.replace("a", cluster.⟦srvAddress⟧);`),
    errors: Array.from({ length: 6 }, () => broken("srvAddress")),
  },
  {
    name: "a read behind what replaces it, in Python",
    filename: "uri.py",
    code: inPython(`a = c.get("connectionStrings", {}).get("standardSrv") or c.get(⟦"srvAddress"⟧)
b = c.get("connectionStrings", {}).get("standardSrv", c.get(⟦"srvAddress"⟧))
try:
    d = c["connectionStrings"]["standardSrv"]
except KeyError:
    d = c[⟦"srvAddress"⟧]
if "connectionStrings" in c:
    print(c["connectionStrings"]["standardSrv"])
else:
    print(c[⟦"srvAddress"⟧])`),
    errors: Array.from({ length: 4 }, () => standby("srvAddress")),
  },
  {
    name: "a read behind what replaces it, in Ruby",
    filename: "uri.rb",
    code: `require "httparty"
c = HTTParty.get("%host%/api/%admin%/v2/groups/1/clusters/c0", headers: { "Accept" => "application/vnd.%vendor%.2023-02-01+json" }).parsed_response
puts c.dig("connectionStrings", "standardSrv") || c[⟦"srvAddress"⟧]`,
    errors: [standby("srvAddress")],
  },
  {
    name: "no alternative, or an empty one",
    code: inJavaScript(`const a = cluster.⟦srvAddress⟧ ?? null;
const b = cluster.⟦providerSettings⟧?.instanceSizeName || "";
const c = cluster.⟦providerSettings⟧.instanceSizeName ?? "M10";
const d = cluster.name ?? cluster.⟦%dbURI%⟧;`),
    errors: [broken("srvAddress"), broken("providerSettings"), broken("providerSettings"), broken("%dbURI%")],
  },
  {
    name: "tests with another branch",
    code: inJavaScript(`const a = "srvAddress" in cluster ? 1 : 2;
if (cluster.⟦providerSettings⟧) console.log(cluster.⟦providerSettings⟧.instanceSizeName);
else console.log(cluster.replicationSpecs);
function uri() {
  if (!cluster.⟦srvAddress⟧) return cluster.connectionStrings.standardSrv;
  return cluster.⟦srvAddress⟧;
}
const { ⟦numShards⟧ } = cluster;
console.log(numShards === undefined ? cluster.replicationSpecs.length : numShards, uri());`).replace(
      '"srvAddress" in',
      '⟦"srvAddress"⟧ in',
    ),
    errors: [
      fallback("srvAddress"),
      fallback("providerSettings"),
      fallback("providerSettings"),
      fallback("srvAddress"),
      fallback("srvAddress"),
      fallback("numShards"),
    ],
  },
  {
    name: "tests without another branch, and those of something else",
    code: inJavaScript(`if (cluster.⟦providerSettings⟧) console.log(cluster.⟦providerSettings⟧.instanceSizeName);
if (!cluster.⟦srvAddress⟧) throw new Error("no address");
if (cluster.paused) console.log(cluster.⟦numShards⟧);
else console.log(1);
if (cluster.⟦%dbURI%⟧ === "x") console.log(1);
else console.log(2);`),
    errors: [
      broken("providerSettings"),
      broken("providerSettings"),
      broken("srvAddress"),
      broken("numShards"),
      broken("%dbURI%"),
    ],
  },
  {
    name: "the same in an unversioned response, which has the property",
    code: `const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
console.log(cluster.⟦srvAddress⟧ ?? "none");`,
    errors: [{ messageId: "response", severity: "error", confidence: "high" }],
  },
  {
    name: "defaults and tests in Python",
    filename: "size.py",
    code: inPython(`a = c.get(⟦"numShards"⟧, 1)
b = c.get(⟦"srvAddress"⟧) or c["connectionStrings"]["standardSrv"]
d = c.get(⟦"providerSettings"⟧, {}).get("instanceSizeName", "M10")
e = c.get(⟦"providerSettings"⟧, {}).get("instanceSizeName")
if ⟦"srvAddress"⟧ in c:
    print(c[⟦"srvAddress"⟧])
else:
    print(c["connectionStrings"])`),
    errors: [
      fallback("numShards"),
      fallback("srvAddress"),
      fallback("providerSettings"),
      broken("providerSettings"),
      fallback("srvAddress"),
      fallback("srvAddress"),
    ],
  },
  {
    name: "an alternative in Ruby",
    filename: "size.rb",
    code: `require "httparty"
c = HTTParty.get("%host%/api/%admin%/v2/groups/1/clusters/c0", headers: { "Accept" => "application/vnd.%vendor%.2023-02-01+json" }).parsed_response
a = c[⟦"srvAddress"⟧] || c["connectionStrings"]["standardSrv"]
b = c.fetch(⟦"numShards"⟧, 1)
d = c[⟦"numShards"⟧]`,
    errors: [fallback("srvAddress"), fallback("numShards"), broken("numShards")],
  },
  {
    name: "tests in Go",
    filename: "main.go",
    code: inGo(`	if uri, ok := c[⟦"srvAddress"⟧]; ok {
		fmt.Println(uri)
	} else {
		fmt.Println(c["connectionStrings"])
	}
	if c[⟦"numShards"⟧] != nil {
		fmt.Println(c[⟦"numShards"⟧])
	} else {
		fmt.Println(1)
	}
	fmt.Println(c[⟦"numShards"⟧])`),
    errors: [fallback("srvAddress"), fallback("numShards"), fallback("numShards"), broken("numShards")],
  },
  {
    name: "a condition that tests the property before it uses it",
    code: inJavaScript(`if (cluster.⟦numShards⟧ != null && cluster.⟦numShards⟧ > 3) grow(cluster.⟦numShards⟧);
else grow(1);
const uri = cluster.⟦srvAddress⟧ == null || cluster.⟦srvAddress⟧.length < 3 ? read() : "";`),
    errors: [
      ...[fallback("numShards"), fallback("numShards"), fallback("numShards")],
      ...[fallback("srvAddress"), fallback("srvAddress")],
    ],
  },
  {
    name: "a condition that uses the property before it tests it, or on another way",
    code: inJavaScript(`if (cluster.⟦numShards⟧.length > 3 && cluster.⟦numShards⟧ != null) grow(2);
else grow(1);
if (cluster.⟦srvAddress⟧ != null || cluster.⟦srvAddress⟧.length > 3) grow(2);
else grow(1);`),
    errors: [broken("numShards"), fallback("numShards"), broken("srvAddress"), broken("srvAddress")],
  },
  {
    name: "a question for the key in a longer condition of Python",
    filename: "a.py",
    code: inPython(`if ⟦"numShards"⟧ in c and c[⟦"numShards"⟧] > 3:
    grow(c[⟦"numShards"⟧])`),
    errors: [fallback("numShards"), fallback("numShards"), fallback("numShards")],
  },
  {
    name: "elements that Go compares with nil, which asks whether the map has the key",
    filename: "main.go",
    code: inGo(`	if c[⟦"srvAddress"⟧] != nil {
		fmt.Println(c[⟦"srvAddress"⟧].(string))
	}
	if size := c[⟦"providerSettings"⟧]; size != nil {
		fmt.Println(size)
	}
	if c[⟦"numShards"⟧] == nil {
		return
	}
	fmt.Println(c[⟦"numShards"⟧], c[⟦"%dbURI%"⟧])`),
    errors: [
      ...[fallback("srvAddress"), fallback("srvAddress"), fallback("providerSettings")],
      ...[fallback("numShards"), fallback("numShards"), broken("%dbURI%")],
    ],
  },
  {
    name: "an alternative in a filter of jq",
    filename: "size.sh",
    code: `curl -s -H "Accept: application/vnd.%vendor%.2023-02-01+json" %host%/api/%admin%/v2/groups/1/clusters/c0 > c.json
jq -r '.⟦srvAddress⟧ // .connectionStrings.standardSrv' c.json
jq -r '.⟦srvAddress⟧ // empty' c.json`,
    errors: [fallback("srvAddress"), broken("srvAddress")],
  },
  {
    name: "a key that code asks for before it reads it, in Java",
    filename: "Size.java",
    code: `import java.util.Map;
import org.springframework.http.*;
import org.springframework.web.client.RestTemplate;

class Size {
  void print() {
    HttpHeaders headers = new HttpHeaders();
    headers.set("Accept", "application/vnd.%vendor%.2023-02-01+json");
    Map c = new RestTemplate().exchange("%host%/api/%admin%/v2/groups/1/clusters/c0", HttpMethod.GET, new HttpEntity<>(headers), Map.class).getBody();
    if (c.containsKey(⟦"srvAddress"⟧)) {
      System.out.println(c.get(⟦"srvAddress"⟧));
    }
    System.out.println(c.get(⟦"numShards"⟧));
  }
}`,
    errors: [fallback("srvAddress"), fallback("srvAddress"), broken("numShards")],
  },
  {
    name: "a read of an object whose request is not known",
    filename: "Size.java",
    code: `import java.util.Map;

class Size {
  static void print(Map<String, Object> cluster) {
    if (cluster.containsKey(⟦"providerSettings"⟧)) {
      Map<String, Object> settings = (Map<String, Object>) cluster.get(⟦"providerSettings"⟧);
      System.out.println(settings.get("instanceSizeName"));
    }
    System.out.println(cluster.get(⟦"srvAddress"⟧));
  }
}`,
    errors: [
      { messageId: "read", severity: "warning", confidence: "medium" },
      { messageId: "read", severity: "warning", confidence: "medium" },
      { messageId: "read", severity: "error", confidence: "medium" },
    ],
  },
  {
    name: "an exception for a missing key, in Python",
    filename: "size.py",
    code: inPython(`try:
    uri = c[⟦"srvAddress"⟧]
except KeyError:
    uri = c["connectionStrings"]["standardSrv"]
def size():
    try:
        return c[⟦"providerSettings"⟧]["instanceSizeName"]
    except (KeyError, TypeError):
        return "M10"
try:
    print(c[⟦"numShards"⟧], uri, size())
except Exception as error:
    print(error)`),
    errors: [fallback("srvAddress"), fallback("providerSettings"), broken("numShards")],
  },
  {
    name: "rescue, dig and & in Ruby",
    filename: "size.rb",
    code: `require "httparty"
c = HTTParty.get("%host%/api/%admin%/v2/groups/1/clusters/c0", headers: { "Accept" => "application/vnd.%vendor%.2023-02-01+json" }).parsed_response
a = c.dig(⟦"providerSettings"⟧, "instanceSizeName") || "M10"
b = c[⟦"providerSettings"⟧]&.fetch("instanceSizeName") || "M10"
d = c.fetch(⟦"srvAddress"⟧) rescue c["connectionStrings"]["standardSrv"]
e = begin
  c.fetch(⟦"srvAddress"⟧)
rescue KeyError
  c["connectionStrings"]["standardSrv"]
end
puts a, b, d, e, c[⟦"numShards"⟧]`,
    errors: [
      fallback("providerSettings"),
      fallback("providerSettings"),
      fallback("srvAddress"),
      fallback("srvAddress"),
      broken("numShards"),
    ],
  },
  {
    name: "?? and isset in PHP",
    filename: "size.php",
    code: `<?php
$client = new \\GuzzleHttp\\Client();
$c = json_decode($client->get("%host%/api/%admin%/v2/groups/1/clusters/c0", ["headers" => ["Accept" => "application/vnd.%vendor%.2023-02-01+json"]])->getBody(), true);
$a = $c[⟦'providerSettings'⟧]['instanceSizeName'] ?? 'M10';
$b = isset($c[⟦'srvAddress'⟧]) ? $c[⟦'srvAddress'⟧] : $c['connectionStrings']['standardSrv'];
if (isset($c[⟦'providerSettings'⟧]['instanceSizeName'])) {
  echo $c[⟦'providerSettings'⟧]['instanceSizeName'];
}
if (isset($c[⟦'%dbURI%'⟧])) {
  echo $c[⟦'%dbURI%'⟧];
}
echo $a, $b, $c[⟦'numShards'⟧];`,
    errors: [
      fallback("providerSettings"),
      fallback("srvAddress"),
      fallback("srvAddress"),
      fallback("providerSettings"),
      fallback("providerSettings"),
      fallback("%dbURI%"),
      fallback("%dbURI%"),
      broken("numShards"),
    ],
  },
  {
    name: "values with an ok in Go, of which nothing else is done",
    filename: "ok.go",
    code: inGo(`	if uri, ok := c[⟦"srvAddress"⟧]; ok {
		fmt.Println(uri)
	}
	if settings, ok := c[⟦"providerSettings"⟧].(map[string]interface{}); ok {
		fmt.Println(settings)
	}
	shards, ok := c[⟦"numShards"⟧]
	if shards != nil {
		fmt.Println(shards, ok)
	}`),
    errors: [fallback("srvAddress"), fallback("providerSettings"), broken("numShards")],
  },
  {
    name: "conditions in filters of jq",
    filename: "size.sh",
    code: `curl -s -H "Accept: application/vnd.%vendor%.2023-02-01+json" %host%/api/%admin%/v2/groups/1/clusters/c0 > c.json
jq -r 'if .⟦srvAddress⟧ then .⟦srvAddress⟧ else .connectionStrings.standardSrv end' c.json
jq -r 'if has("⟦srvAddress⟧") then .⟦srvAddress⟧ else .connectionStrings.standardSrv end' c.json
jq -r '.⟦providerSettings⟧.instanceSizeName // "M10"' c.json
jq -r '.⟦providerSettings⟧?.instanceSizeName?' c.json`,
    errors: [
      fallback("srvAddress"),
      fallback("srvAddress"),
      fallback("srvAddress"),
      fallback("srvAddress"),
      fallback("providerSettings"),
      broken("providerSettings"),
    ],
  },
];
