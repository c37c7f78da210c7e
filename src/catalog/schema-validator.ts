/** The validator of JSON Schema: a part of its own, since it takes long to load and most runs never need it. */
export { Ajv2020 } from "ajv/dist/2020.js";
