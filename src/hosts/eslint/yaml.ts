export { analyzeYamlValues } from "../../frontends/embedded/yaml-values.js";
