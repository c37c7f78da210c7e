import { describe, expect, it } from "vitest";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

const python = new LanguageFacts(pythonFrontend, "main.py");

/** Code that may call `one()` for a response with a cluster, and `many()` for one with a list of them. */
const REQUESTS = `import requests
def one(): return requests.get("${API}/groups/1/clusters/c0")
def many(): return requests.get("${API}/groups/1/clusters")
`;

/** Returns the keys that a response must have, by what the code says of the classes that parse it. */
function requiredIn(code: string): string[] {
  const { fields } = python.of(REQUESTS + code);
  return fields.flatMap(({ name, owner }) =>
    owner.kind === "type" && owner.parses?.isRequired ? [name] : [],
  );
}

const PYDANTIC =
  "from pydantic import BaseModel, Field, TypeAdapter, ConfigDict, parse_obj_as\nfrom typing import *\n";
const MODEL = `${PYDANTIC}class C(BaseModel):\n  name: str\n  srvAddress: str\n`;
const DATA = `from dataclasses import dataclass, field\nfrom typing import *\n@dataclass\nclass C:\n  name: str\n  srvAddress: str\n`;

describe("a class of Python that must refuse a response without a property", () => {
  it.each<[what: string, code: string, required?: readonly string[]]>([
    ["pydantic, as a constructor", `${MODEL}C(**one().json())`],
    ["pydantic, by validation", `${MODEL}C.model_validate(one().json())`],
    ["pydantic, by validation of a text", `${MODEL}C.model_validate_json(one().text)`],
    ["pydantic, in its first version", `${MODEL}C.parse_obj(one().json())`],
    [
      "pydantic, in a class method",
      `${MODEL}  @classmethod\n  def load(cls): return cls(**one().json())\nC.load()`,
    ],
    [
      "pydantic, in a class that extends the model",
      `${MODEL}class D(C):\n  other: int = 1\nD(**one().json())`,
    ],
    [
      "pydantic, in a list of a model",
      `${MODEL}class P(BaseModel):\n  results: list["C"]\nP.model_validate(many().json())`,
    ],
    ["pydantic, in a loop", `${MODEL}[C(**c) for c in many().json()["results"]]`],
    ["an adapter of pydantic", `${MODEL}TypeAdapter(List[C]).validate_python(many().json()["results"])`],
    ["a function of pydantic", `${MODEL}parse_obj_as(List[C], many().json()["results"])`],
    [
      "names in JSON",
      `${PYDANTIC}class C(BaseModel):\n  uri: str = Field(alias="mongoURI")\n  srv: Annotated[str, Field(alias="srvAddress")]\nC(**one().json())`,
      ["mongoURI", "srvAddress"],
    ],
    [
      "names in camel case",
      `${PYDANTIC}class B(BaseModel):\n  model_config = ConfigDict(alias_generator=to_camel)\nclass C(B):\n  srv_address: str\nC.model_validate(one().json())`,
    ],
    [
      "SQLModel",
      "from sqlmodel import SQLModel\nclass C(SQLModel):\n  srvAddress: str\nC.model_validate(one().json())",
    ],
    [
      "a type of the second version of pydantic that may be nothing",
      `${PYDANTIC}class C(BaseModel):\n  srvAddress: Optional[str]\nC(**one().json())`,
    ],
    ["a dataclass", `${DATA}C(**one().json())`],
    ["a dataclass, with the entries of a response", `${DATA}C(**{k: v for k, v in one().json().items()})`],
    [
      "a dataclass, in a class method that takes the fields it has",
      `${DATA}  @classmethod\n  def load(cls, d): return cls(**{k: v for k, v in d.items() if k in cls.__annotations__})\n[C.load(c) for c in many().json()["results"]]`,
    ],
    ["dacite", `${DATA}import dacite\ndacite.from_dict(data_class=C, data=one().json())`],
    ["cattrs", `${DATA}from cattrs import structure\nstructure(one().json(), C)`],
    ["a method that a library gives to dataclasses", `${DATA}C.from_dict(one().json())`],
    [
      "a field of a dataclass that may be nothing",
      "from dataclasses import dataclass\nfrom typing import *\n@dataclass\nclass C:\n  srvAddress: Optional[str]\nC(**one().json())",
    ],
    [
      "a name of dataclasses_json",
      `from dataclasses import dataclass, field\n@dataclass\nclass C:\n  a: str = field(metadata=config(field_name="srvAddress"))\nC.from_json(one().text)`,
    ],
    ["attrs", "import attr\n@attr.s(auto_attribs=True)\nclass C:\n  srvAddress: str\nC(**one().json())"],
    [
      "a named tuple",
      "from typing import NamedTuple\nclass C(NamedTuple):\n  srvAddress: str\nC(**one().json())",
    ],
    [
      "msgspec",
      'import msgspec\nclass C(msgspec.Struct, rename="camel"):\n  srv_address: str\nmsgspec.json.decode(one().content, type=C)',
    ],
    [
      "marshmallow",
      'from marshmallow import Schema, fields\nclass C(Schema):\n  a = fields.Str(required=True, data_key="srvAddress")\nclass P(Schema):\n  results = fields.List(fields.Nested(C))\nP().load(many().json())',
    ],
    [
      "a JSON Schema",
      'import jsonschema\njsonschema.validate(instance=one().json(), schema={"type": "object", "required": ["srvAddress"], "properties": {"srvAddress": {"type": "string"}}})',
    ],
  ])("%s", (_what, code, required = ["srvAddress"]) => {
    expect(requiredIn(code)).toEqual(required);
  });
});

describe("a class of Python that may take a response without a property", () => {
  it.each([
    ["with a default", `${PYDANTIC}class C(BaseModel):\n  srvAddress: str = ""\nC(**one().json())`],
    [
      "with a default in a description",
      `${PYDANTIC}class C(BaseModel):\n  srvAddress: str = Field(None, alias="srvAddress")\nC(**one().json())`,
    ],
    [
      "with a type of the first version of pydantic that may be nothing",
      "from typing import Optional\nfrom pydantic import BaseModel\nclass C(BaseModel):\n  srvAddress: Optional[str]\nC(**one().json())",
    ],
    [
      "with the value from elsewhere",
      `${MODEL}d = one().json()\nC(name=d["name"], srvAddress=d["connectionStrings"]["standardSrv"])`,
    ],
    [
      "with the value replaced in a copy",
      `${MODEL}d = one().json()\nC(**{**d, "srvAddress": d["connectionStrings"]["standardSrv"]})`,
    ],
    [
      "in a union",
      `${MODEL}class D(BaseModel):\n  other: str\nTypeAdapter(Union[C, D]).validate_python(one().json())`,
    ],
    [
      "as a dictionary",
      "from typing import TypedDict\nclass C(TypedDict):\n  srvAddress: str\nc: C = one().json()",
    ],
    [
      "with a schema that is partial",
      "from marshmallow import Schema, fields\nclass C(Schema):\n  srvAddress = fields.Str(required=True)\nC().load(one().json(), partial=True)",
    ],
  ])("%s", (_what, code) => {
    expect(requiredIn(code)).toEqual([]);
  });

  it("itself twice inside, in little time", () => {
    const code = `${MODEL}  left: "Optional[C]" = None\n  right: Optional["C"] = None\n  all: list["C"] = []\nC.model_validate(one().json())`;
    expect(requiredIn(code)).toEqual(["srvAddress"]);
  });
});

describe("an instance of a class of Python", () => {
  it("has the values that it was given, in classes that extend others too", () => {
    const { requests } = python.of(`import requests
from pydantic import BaseModel
class A(BaseModel):
    base: str
class B(A):
    group: str = "1"
b = B(base="${API}")
requests.get(f"{b.base}/groups/{b.group}/clusters")
c = B.model_validate({"base": "${API}", "group": "2"})
requests.get(f"{c.base}/groups/{c.group}/clusters")
`);
    expect(
      requests.map(({ urls }) => urls[0]!.parts.map((part) => ("text" in part ? part.text : "?")).join("")),
    ).toEqual([`${API}/groups/1/clusters`, `${API}/groups/2/clusters`]);
  });
});

/** Returns the keys that code reads of a response, as the response has them. */
function readsIn(code: string): string[] {
  return python
    .of(REQUESTS + code)
    .fields.filter(({ access, owner }) => access === "read" && owner.kind === "response")
    .map(({ path }) => path.join("."));
}

describe("a read of an instance of a class of Python", () => {
  const OPTIONAL = DATA.replace("srvAddress: str", 'srvAddress: str = ""');

  it.each<[what: string, code: string, read?: string]>([
    ["a dataclass", `${OPTIONAL}print(C(**one().json()).srvAddress)`],
    [
      "a dataclass of some keys of a response",
      `${OPTIONAL}known = frozenset(F.read().split())\nprint(C(**{k: v for k, v in one().json().items() if k in known}).srvAddress)`,
    ],
    [
      "a dataclass that extends another",
      `${OPTIONAL}@dataclass\nclass D(C):\n  a: int = 1\nprint(D(**one().json()).srvAddress)`,
    ],
    [
      "pydantic",
      `${PYDANTIC}class C(BaseModel):\n  srvAddress: str = ""\nprint(C(**one().json()).srvAddress)`,
    ],
    [
      "another name in JSON",
      `${PYDANTIC}class C(BaseModel):\n  srv: str = Field("", alias="srvAddress")\nprint(C.model_validate(one().json()).srv)`,
    ],
    [
      "a class of attrs without types",
      "import attr\n@attr.s\nclass C:\n  srvAddress = attr.ib(default=None)\nprint(C(**one().json()).srvAddress)",
    ],
    [
      "msgspec, with a decoder",
      'import msgspec\nclass C(msgspec.Struct, rename="camel"):\n  srv_address: str = ""\nclass P(msgspec.Struct):\n  results: list[C]\nfor c in msgspec.json.Decoder(P).decode(many().content).results: print(c.srv_address)',
      "results.[].srvAddress",
    ],
    [
      "a library that is not modelled",
      `${OPTIONAL}import jsons\nprint(jsons.load(one().json(), C).srvAddress)`,
    ],
    [
      "a library that is not modelled, by name",
      `${OPTIONAL}from serde import from_dict\nprint(from_dict(cls=C, o=one().json()).srvAddress)`,
    ],
  ])("is one of the response, for %s", (_what, code, read = "srvAddress") => {
    expect(readsIn(code)).toEqual([read]);
  });

  it.each([
    ["what the program gave", `${OPTIONAL}print(C(name="c0", srvAddress="x").srvAddress)`],
    [
      "what the program assigned later",
      `${OPTIONAL}c = C(**one().json())\nc.srvAddress = "x"\nprint(c.srvAddress)`,
    ],
    [
      "a key that was given beside the response",
      `${OPTIONAL}d = one().json()\nd.pop("srvAddress", None)\nprint(C(srvAddress="x", **d).srvAddress)`,
    ],
  ])("is none of the response, for %s", (_what, code) => {
    expect(readsIn(code)).toEqual([]);
  });
});

/** Returns the URLs of the requests of a client whose constructor needs a key of the settings. */
function urlsWith(settings: string): string[] {
  const { requests } = python.of(`from typing import Optional
import requests
${settings}
settings = Settings()
class Client:
    def __init__(self):
        if not settings.key:
            raise ValueError("no key")
        self.session = requests.Session()
        self.base = settings.base
    def clusters(self):
        return self.session.get(f"{self.base}/clusters")
Client().clusters()
`);
  return requests.flatMap(({ urls }) =>
    urls.map(({ parts }) => parts.map((part) => ("text" in part ? part.text : "?")).join("")),
  );
}

describe("a field of settings in Python that has a default", () => {
  const FIELDS = `    key: Optional[str] = None\n    base: str = "${API}"`;
  const SECOND = "from pydantic_settings import BaseSettings\n";

  it.each([
    ["the second version of pydantic", `${SECOND}class Settings(BaseSettings):\n${FIELDS}`],
    ["the first version", `from pydantic import BaseSettings\nclass Settings(BaseSettings):\n${FIELDS}`],
    [
      "whichever version there is",
      `try:\n    from pydantic_settings import BaseSettings\nexcept ImportError:\n    from pydantic import BaseSettings\nclass Settings(BaseSettings):\n${FIELDS}`,
    ],
    [
      "the name of the module",
      `import pydantic_settings\nclass Settings(pydantic_settings.BaseSettings):\n${FIELDS}`,
    ],
    [
      "a class between",
      `${SECOND}class Base(BaseSettings):\n    debug: bool = False\nclass Settings(Base):\n${FIELDS}`,
    ],
    ["another base behind", `${SECOND}class Urls: pass\nclass Settings(BaseSettings, Urls):\n${FIELDS}`],
    ["another base before", `${SECOND}class Urls: pass\nclass Settings(Urls, BaseSettings):\n${FIELDS}`],
    [
      "a described default",
      `${SECOND}from pydantic import Field\nclass Settings(BaseSettings):\n${FIELDS.replace("= None", "= Field(default=None)")}`,
    ],
    [
      "a described default by position",
      `from pydantic import BaseSettings, Field\nclass Settings(BaseSettings):\n${FIELDS.replace("= None", '= Field(None, env="KEY")')}`,
    ],
  ])("may also come from the environment, with %s", (_what, settings) => {
    expect(urlsWith(settings)).toEqual(["?/clusters", `${API}/clusters`]);
  });

  it("is one of a class with the methods of its other base", () => {
    const { requests } = python.of(
      `${SECOND}import requests\nclass Urls:\n    def url(self): return self.base + "/groups"\nclass Settings(BaseSettings, Urls):\n${FIELDS}\nrequests.get(Settings(base="${API}").url())`,
    );
    expect(requests.flatMap(({ urls }) => urls.map(({ parts }) => parts))).toMatchObject([
      [{ text: API }, { text: "/groups" }],
    ]);
  });

  it("has the value that the program gives", () => {
    const { requests } = python.of(
      `${SECOND}import requests\nclass Settings(BaseSettings):\n${FIELDS}\nrequests.get(Settings(base="${API}/groups").base)`,
    );
    expect(requests.map(({ urls }) => urls.length)).toEqual([1]);
  });
});
