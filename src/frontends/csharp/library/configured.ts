import {
  computed,
  itself,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";

/** Methods of a `ConfigurationBuilder` that add more settings. Those of the environment are not known. */
const SOURCES = [
  ...["AddJsonFile", "AddEnvironmentVariables", "AddUserSecrets", "AddCommandLine", "AddInMemoryCollection"],
  ...["AddConfiguration", "AddXmlFile", "AddIniFile", "AddKeyPerFile", "SetBasePath", "SetFileProvider"],
];

/** Models `new ConfigurationBuilder()`, whose `Build` gives the settings. */
export const configurationBuilder: NativeFunction = (_run, making) =>
  nativeObject(
    "ConfigurationBuilder",
    natives({
      ...Object.fromEntries(SOURCES.map((name) => [name, itself])),
      Build: () => making.args.at(0),
    }),
    computed(making, "ConfigurationBuilder"),
  );

/** Models the builder of an application, and the application: both have the settings. */
export const application: NativeFunction = (_run, making) =>
  nativeObject(
    "WebApplicationBuilder",
    { Configuration: making.args.at(0), ...natives({ Build: itself }) },
    computed(making, "WebApplicationBuilder"),
  );
