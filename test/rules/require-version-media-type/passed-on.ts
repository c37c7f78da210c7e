import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const OLD = "%host%/api/%admin%/v1.0";
const NEW = "%host%/api/%admin%/v2";

const MISSING = { messageId: "missing", confidence: "high" } as const;

const LOADED = 'const fetch = (...args) => import("node-fetch").then(({ default: it }) => it(...args));';

const RETRY_PY = `import functools, requests

def retry(func):
    @functools.wraps(func)
    def inner(*args, **kwargs):
        for attempt in range(3):
            try:
                return func(*args, **kwargs)
            except IOError:
                pass
    return inner

get = retry(requests.get)
`;

export const valid: readonly ValidCase[] = [
  {
    name: "a header that a function passes on",
    code: `${LOADED}\nfetch("${NEW}/groups", { headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } });`,
  },
];

/** Functions that pass on all of their arguments know nothing of requests: the report is at their calls. */
export const invalid: readonly InvalidCase[] = [
  {
    name: "a client that is loaded for each call",
    code: `${LOADED}\n⟦fetch("${OLD}/groups")⟧;\n⟦fetch("${OLD}/groups/1/clusters")⟧;`,
    errors: [MISSING, MISSING],
  },
  {
    name: "a client that a function loads",
    code: `const fetch = async (...args) => {
  const { default: it } = await import("node-fetch");
  return it(...args);
};
⟦fetch("${OLD}/groups")⟧;`,
    errors: [MISSING],
  },
  {
    name: "a function that tries again",
    code: `const axios = require("axios");
const again = (send) => async (...args) => {
  try {
    return await send(...args);
  } catch {
    return await send(...args);
  }
};
const get = again(axios.get);
⟦get("${OLD}/groups")⟧;`,
    errors: [MISSING],
  },
  {
    name: "a function of Python that tries again",
    filename: "client.py",
    code: `${RETRY_PY}⟦get("${OLD}/groups")⟧\n⟦get("${OLD}/groups/1/clusters")⟧\n`,
    errors: [MISSING, MISSING],
  },
  {
    name: "a function that adds something of its own is the place",
    code: `const axios = require("axios");
const again = (send) => (...args) => ⟦send(...args, { timeout: 1000 })⟧;
const get = again(axios.get);
get("${OLD}/groups");`,
    errors: [MISSING],
  },
  {
    name: "a function of a certain client is the place",
    code: `const axios = require("axios");
const get = (...args) => ⟦axios.get(...args)⟧;
get("${OLD}/groups");`,
    errors: [MISSING],
  },
];
