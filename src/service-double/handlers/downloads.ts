import { gzipSync } from "node:zlib";
import { CREATED } from "../store.js";
import { addressesOf } from "../cluster/connection-strings.js";
import { groupOf, notFound, type Call, type Reply } from "./call.js";

/**
 * Returns the compressed log of one node.
 *
 * @throws {Refusal} 404 for a host that no cluster has
 */
export function getLog(call: Call): Reply {
  const group = groupOf(call);
  const host = call.parameters.get("HOST-NAME") ?? "";
  const known = call.store
    .clusters(group.id)
    .flatMap((cluster) => addressesOf(group.id, cluster, call.vocabulary).hosts)
    .some((one) => one === host || one.startsWith(`${host}:`));
  if (!known) throw notFound(call.path);
  return compressed(`{"t":"${CREATED}","s":"I","c":"CONTROL","msg":"${call.parameters.get("LOG-NAME")!}"}\n`);
}

/** Returns any other compressed download. */
export function getCompressed(call: Call): Reply {
  return compressed(`{"t":"${CREATED}","path":"${call.endpoint.id}"}\n`);
}

function compressed(text: string): Reply {
  return { status: 200, download: { type: "application/gzip", bytes: gzipSync(text) } };
}

/** Returns an invoice as a table. `invoices.get` also returns it for `+csv`. */
export function getInvoiceTable(call: Call): Reply {
  const org = call.parameters.get("ORG-ID") ?? "";
  const id = call.parameters.get("INVOICE-ID") ?? "";
  const invoice = call.store.documents(`/orgs/${org}/invoices`).find((one) => one["id"] === id);
  if (!invoice) throw notFound(call.path);
  const text = `Date,Invoice Number,Amount\n${CREATED},${id},${String(invoice["amountBilledCents"])}\n`;
  return { status: 200, download: { type: "text/csv", bytes: Buffer.from(text) } };
}
