import type { Maker } from "../../../analysis/evaluation/language.js";
import { unknown, type Shape } from "../../../analysis/evaluation/value.js";
import { keyOfUntagged } from "../printed-fields.js";

/**
 * Models an SDK for the API. Each field of its types has the name of an API property but for the case: `MongoURI` is
 * `mongoURI`.
 *
 * @param path import path of the package
 */
export function serviceClient(path: string): Maker {
  return (run) => {
    const inner: Shape = {
      name: "",
      isOfApi: true,
      member: (name) => ({ key: keyOfUntagged(run, name), shape: inner }),
    };
    // Types are named in the package, and no fields.
    const shape: Shape = { name: "", member: (name) => ({ key: name, shape: inner }) };
    // Its last part alone is the name of the infrastructure packages, which have properties of their own.
    return { ...unknown({ reason: "import", name: path, specifier: path, born: 0 }), shape };
  };
}
