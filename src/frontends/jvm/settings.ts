import { READS_SPRING_SETTINGS } from "../../core/settings-readers.js";
import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { ModuleHost } from "../module-host.js";
import { SETTINGS } from "./names.js";

/**
 * Lowers what an annotation such as `@Value("${mongodb.atlas.url:https://…}")` injects: the setting, else its default.
 * Undefined for other texts.
 *
 * @param inner the place of the text without its quotes
 *
 * @param written the text as it is in the file
 */
export function settingIn(inner: build.Place, written: string): Expr | undefined {
  const match = /^\\?\$\{([\w.-]+)(?::(.*))?\}$/s.exec(written);
  if (!match) return undefined;
  const [, path, otherwise] = match;
  const setting = settingAt(inner, path!);
  if (otherwise === undefined) return setting;
  const start = inner.end - 1 - otherwise.length;
  return build.either(
    inner,
    "??",
    setting,
    build.text(build.span(start, start + otherwise.length), otherwise),
  );
}

/** Lowers a setting under a path of keys: `atlas.base-url`. */
export function settingAt(place: build.Place, path: string): Expr {
  const found = path
    .split(".")
    .reduce<Expr>(
      (object, key) => build.index(place, object, build.madeText(place, key)),
      build.name(place, SETTINGS),
    );
  return build.call(place, build.name(place, "jvm:setting"), [found, build.madeText(place, path)]);
}

/** Lowers a setting that an annotation names: by its path alone, `"atlas.url"` (MicroProfile), or as `"${atlas.url}"`. */
export function settingNamed(inner: build.Place, written: string): Expr | undefined {
  return SETTING_NAME.test(written) ? settingAt(inner, written) : settingIn(inner, written);
}

/**
 * Returns the path of a setting that code asks the environment of an application for:
 * `environment.getProperty("atlas.url")`. Undefined for another call.
 *
 * @param receiver the text of what the method is called on
 *
 * @param asked the first argument, if it is a string
 */
export function askedPath(
  method: string,
  receiver: string | undefined,
  asked: string | undefined,
): string | undefined {
  const isQuestion = /^get(?:Required)?Property$/.test(method);
  if (!isQuestion || receiver === undefined || receiver === "System") return undefined;
  return asked !== undefined && SETTING_NAME.test(asked) ? asked : undefined;
}

/** Lowers a value that is replaced by another one if it is unknown. */
export function orGiven(place: build.Place, value: Expr, other: Expr): Expr {
  return build.call(place, build.name(place, "jvm:given"), [value, other]);
}

/** Lowers a setting that a class gets for a field: it may be written as the field is, or with hyphens. */
export function settingOfField(place: build.Place, prefix: string, name: string): Expr {
  const hyphens = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const own = settingAt(place, `${prefix}.${name}`);
  if (hyphens === name) return own;
  return orGiven(place, own, settingAt(place, `${prefix}.${hyphens}`));
}

/** The name of a setting, as code asks the environment of an application for it. */
const SETTING_NAME = /^[a-z][\w-]*(?:\.[\w-]+)+$/;

/** Returns the folders above a file, the nearest first, each with its slash. */
export function rootsAbove(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return Array.from({ length: parts.length + 1 }, (_, index) => {
    const path = parts.slice(0, parts.length - index).join("/");
    return path === "" ? "" : `${path}/`;
  });
}

/** Returns the file with the settings of the application that a file in a folder belongs to. */
export function settingsFile(folder: string, host: ModuleHost): string | undefined {
  const isFile = (path: string): boolean => host.isFile?.(path) ?? false;
  for (const root of rootsAbove(folder))
    for (const home of [root.replace(/(?:java|kotlin)\/$/, "resources/"), `${root}src/main/resources/`])
      for (const name of ["application.yml", "application.yaml", "application.properties"])
        if (isFile(home + name)) return home + name;
  return undefined;
}

const READS_SETTINGS = new RegExp(READS_SPRING_SETTINGS);

/** Returns the specifier of the settings of the application, if a text may read them. */
export function settingsIn(text: string): readonly string[] {
  return READS_SETTINGS.test(text) ? [SETTINGS] : [];
}
