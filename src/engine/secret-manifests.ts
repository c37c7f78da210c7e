import type { Secret } from "./secret-literals.js";

/**
 * Returns the values of a Secret of Kubernetes in a text of YAML, in their order. Their names are those of the author,
 * so nothing else tells that they are secrets. Addresses stay.
 */
export function secretsOfManifests(text: string): Secret[] {
  const secrets: Secret[] = [];
  let start = 0;
  for (const document of text.split(/^(?=---)/m)) {
    if (/^kind:\s{0,9}["']?Secret\b/m.test(document)) {
      for (const secret of valuesOf(document))
        secrets.push({ start: start + secret.start, end: start + secret.end });
    }
    start += document.length;
  }
  return secrets;
}

/** Returns the values below `data` and `stringData`, also those that go over several lines. */
function valuesOf(document: string): Secret[] {
  const values: Secret[] = [];
  let isData = false;
  for (const { 0: line, index } of document.matchAll(/[^\r\n]+/g)) {
    if (/^[^\s#]/.test(line)) isData = /^(?:string)?data:\s*$/i.test(line);
    else if (isData) {
      const name = /^\s+(?:["']?[\w.-]+["']?:(?:\s+|$)|- )?["']?/.exec(line)?.[0] ?? "";
      const value = line.slice(name.length).replace(/["']?\s*$/, "");
      if (value.length < 3 || /^[|>#$]|:\/\/|\{\{/.test(value)) continue;
      const start = index + name.length;
      values.push({ start, end: start + value.length });
    }
  }
  return values;
}
