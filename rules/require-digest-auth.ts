import { defineRule, severityAt, strong } from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "require-digest-auth",
    description: "Reports requests whose credentials are not of the kind that the surface takes",
    severity: "warning",
    sources: ["spec:authentication", "AUTH", "PROM"],
    messages: {
      basic:
        "The administration API takes HTTP digest authentication with an API key; this request sends Basic credentials.",
      discovery:
        "The discovery endpoint takes a user name and password in the Authorization header of every request; this one has none.",
    },
    anchors: ({ words, administration }) => [
      ...administration.unversioned.map(({ version }) => strong(words.admin, version)),
      strong(`${words.admin}/${administration.versioned}`),
      strong(`${words.metrics}/v`),
    ],
  },
  *check(context) {
    for (const { fact, administration, discovery } of context.requests) {
      if (!fact.understood) continue;
      const severity = severityAt(fact.setting, context, "warning");
      const authorization = fact.headers.entries.find(({ name }) => name === "authorization");
      if (administration.length > 0 && fact.credentials === "basic") {
        const place = authorization?.place ?? fact.site;
        yield {
          messageId: "basic",
          place,
          confidence: "high",
          severity,
          advice:
            "Use a client that answers a digest challenge, or the access token of a service account where the service has them.",
        };
      }
      if (
        discovery.length > 0 &&
        administration.length === 0 &&
        fact.credentials === "none" &&
        fact.headers.open.length === 0
      ) {
        yield {
          messageId: "discovery",
          place: fact.site,
          confidence: "medium",
          severity,
          advice: "Send the user name and password of the integration as Basic credentials.",
        };
      }
    }
  },
});
