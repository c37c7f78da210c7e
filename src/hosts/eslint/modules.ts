/** What leads from one file to another; a part of its own, since many projects never need it. */
export { specifiersIn } from "../../frontends/javascript/specifiers.js";
export { repositoryModules, type RepositoryModules } from "../../workspace/module-host.js";
