// Runs generated programs one after the other and tells what each of them sent. Started by run.ts; speaks by messages.
import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const ENVIRONMENT = ["MODE", "REGION", "EMPTY", "ABSENT"];
/** A program that is not done by then is taken to wait for something that never comes. */
const PATIENCE = 3000;
/** A program that goes round in circles sends the same again and again. */
const MOST_SENT = 100;

let sent = [];
let busy = 0;

const server = http.createServer((request, response) => {
  busy++;
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    sent.push({
      method: request.method,
      url: `http://${request.headers.host}${request.url}`,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  response.on("close", () => busy--);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address();

// This server answers whatever host a program names.
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const normalized = Array.isArray(args[0]) ? args[0] : args;
  const callback = normalized.find((one) => typeof one === "function");
  return connect.call(this, { host: "127.0.0.1", port }, ...(callback ? [callback] : []));
};

// Errors after the program has stopped waiting do not matter here.
process.on("unhandledRejection", () => undefined);
process.on("uncaughtException", () => undefined);

async function run({ id, files, main, environment }) {
  sent = [];
  for (const name of ENVIRONMENT) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  const own = join(folder, String(id));
  mkdirSync(own);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
  let failure;
  const program = import(pathToFileURL(join(own, main)).href)
    .then((module) => module.default)
    .catch((error) => {
      failure = String(error);
    });
  const isOver = await Promise.race([program.then(() => true), wait(PATIENCE, false, { ref: false })]);
  await wait(2);
  while (isOver && busy > 0) await wait(1);
  // A program that is still sending must not be mistaken for the next one, so this process runs no other.
  process.send({ id, sent: sent.slice(0, MOST_SENT), failure, goesOn: !isOver });
}

process.on("message", (program) => void run(program));
process.send({ ready: true });
