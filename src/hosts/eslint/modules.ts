/** Finds the files that a file imports. It is a part of its own because many projects never need it. */
export { specifiersIn } from "../../frontends/javascript/specifiers.js";
export { repositoryModules, type RepositoryModules } from "../../workspace/module-host.js";
