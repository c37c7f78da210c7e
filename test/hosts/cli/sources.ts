/** Small sources for trees, with what the command says of them on the day that tests ask about. */

/** One error: the base path. */
export const ERROR = `export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n`;

/** One warning: the legacy form. */
export const WARNING = `export const URI = "mongodb+srv://orders-ab123.mongodb.net/app";\n`;

/** One request that cannot be decided, and nothing else. */
export const UNDETERMINED = `import { base } from "./config.js";
export const clusters = (group) => fetch(\`\${base}/groups/\${group}/clusters\`, { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });
`;

/** No mention of the API. */
export const CLEAN = `export const answer = 42;\n`;
