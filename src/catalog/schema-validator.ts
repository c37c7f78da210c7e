/**
 * The validator of JSON Schema. It is a module of its own, because it takes long to load and most runs never need it.
 */
export { Ajv2020 } from "ajv/dist/2020.js";
