import { isMap, type YAMLMap } from "yaml";

/** An action that sends a request: the names of its inputs, and its output with the response. */
export interface HttpAction {
  readonly method: string;
  readonly headers: string;
  readonly body: string;
  readonly output: string;
}

/**
 * The actions by name, which counts in any case of its letters:
 * https://github.com/marketplace/actions/http-request-action and
 * https://github.com/marketplace/actions/webrequest-action
 */
export const HTTP_ACTIONS: ReadonlyMap<string, HttpAction> = new Map([
  [
    "fjogeleit/http-request-action",
    { method: "POST", headers: "customHeaders", body: "data", output: "response" },
  ],
  ["satak/webrequest-action", { method: "GET", headers: "headers", body: "payload", output: "output" }],
]);

/** Returns the action of a step that sends a request, and its inputs. Undefined for other maps. */
export function httpStep(
  step: YAMLMap,
): { readonly action: HttpAction; readonly inputs: YAMLMap } | undefined {
  const uses = step.get("uses");
  const action =
    typeof uses === "string" ? HTTP_ACTIONS.get(uses.replace(/@.*/s, "").toLowerCase()) : undefined;
  const inputs = action && step.get("with");
  return action && isMap(inputs) && inputs.has("url") ? { action, inputs } : undefined;
}
