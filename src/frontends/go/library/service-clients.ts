import type { Maker } from "../../javascript/evaluation/language.js";
import { unknown, type Shape } from "../../javascript/evaluation/value.js";
import { keyOfUntagged } from "../types.js";

/**
 * Libraries for the API. Their types have the properties of the API as fields, each named as the property but for its
 * case: `MongoURI` is `mongoURI`.
 */
const PATHS = [
  "go.mongodb.org/atlas/mongodbatlas",
  "github.com/mongodb/go-client-mongodb-atlas/mongodbatlas",
  "github.com/akshaykarle/go-mongodbatlas/mongodbatlas",
];

export const SERVICE_CLIENTS: readonly (readonly [path: string, make: Maker])[] = PATHS.map((path) => [
  path,
  (run) => {
    const inner: Shape = { name: "", member: (name) => ({ key: keyOfUntagged(run, name), shape: inner }) };
    // Types are named in the package, and no fields.
    const shape: Shape = { name: "", member: (name) => ({ key: name, shape: inner }) };
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { ...unknown({ reason: "import", name, specifier: path, born: 0 }), shape };
  },
]);
