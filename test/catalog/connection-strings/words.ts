import type { ConnectionStringWords } from "../../../src/catalog/connection-strings/kinds.js";
import catalog from "../../../src/catalog/data/catalog.json" with { type: "json" };
import type { ConnectionStringData } from "../../../src/catalog/model.js";

const NODE_PORT = [{ from: 27017, to: 27017 }];
const ENDPOINT_PORTS = [{ from: 1024, to: 65535 }];

function direct(
  id: string,
  title: string,
  ports: { from: number; to: number }[],
): ConnectionStringData["kinds"][number] {
  const resolvesTo = `what ${id} resolves to`;
  return {
    id,
    title,
    form: "direct",
    pattern: "not read by the classifier",
    resolvesTo,
    ports,
    sources: ["test"],
  };
}

/** As much of the catalog as the classifier needs, with the regions of the samples. */
export const DATA: ConnectionStringData = {
  sources: ["test"],
  kinds: [
    direct("standard.direct", "Standard", NODE_PORT),
    direct("standard.direct.sharded", "Standard, sharded", [...NODE_PORT, { from: 27015, to: 27016 }]),
    direct("private-endpoint.aws.direct", "AWS private endpoint", ENDPOINT_PORTS),
  ],
  providerLabels: ["azure", "gcp"],
  regions: {
    AWS: [
      "us-east-1",
      "us-east-2",
      "us-west-1",
      "us-west-2",
      "eu-west-1",
      "eu-central-1",
      "eu-north-1",
      "sa-east-1",
    ].concat(["ap-south-1", "ap-southeast-2", "ca-central-1"]),
    AZURE: [
      "eastus2",
      "westeurope",
      "northeurope",
      "uksouth",
      "brazilsouth",
      "southeastasia",
      "centralus",
    ].concat(["canadacentral", "australiaeast", "japaneast"]),
    GCP: [
      "us-east1",
      "us-central1",
      "us-west2",
      "europe-west1",
      "europe-west3",
      "europe-north1",
      "asia-southeast1",
    ].concat(["asia-northeast1", "southamerica-east1", "australia-southeast1"]),
  },
  dates: {
    legacyFormUntil: "2020-03-31",
    stableOnProviderChangeAfter: "2020-11-02",
    multiCloudIntroduction: "2020-11-03",
  },
};

export const DOMAINS = ["mongodb.net", "mongodb-dev.net", "mongodb-qa.net", "mongodbgov.net"];

/** The public service. */
export const ATLAS: ConnectionStringWords = { schemes: ["mongodb"], domains: DOMAINS, data: DATA };

/** The service as specified. */
export const SERVICE: ConnectionStringWords = {
  schemes: ["db"],
  domains: ["clusters.example.net"],
  data: DATA,
};

/** A team that hides the service behind its own domain. */
export const OWN: ConnectionStringWords = {
  schemes: ["mongodb"],
  domains: ["Data.Corp.Example.org"],
  data: DATA,
};

/** The public service with the data that are shipped. */
export const SHIPPED: ConnectionStringWords = {
  schemes: ["mongodb"],
  domains: DOMAINS,
  data: catalog.connectionStrings as ConnectionStringData,
};
