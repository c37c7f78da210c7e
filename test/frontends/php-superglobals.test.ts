import { expect, it } from "vitest";
import { phpFrontend } from "../../src/frontends/php/entry.js";
import { briefly } from "../support/requests.js";
import { API, LanguageFacts } from "./language-facts.js";

const facts = new LanguageFacts(phpFrontend, "main.php");
const sent = (code: string): string[] =>
  facts.of(`<?php\n$client = new GuzzleHttp\\Client();\n${code}`).requests.map((request) => briefly(request));

it.each(["$argv[1]", "$_GET['method']", "$_SERVER['argv'][1]"])(
  "a method that the user of a program gives is not the default one: %s",
  (method) => {
    expect(sent(`$client->request(${method}, "${API}/groups");`)).toEqual(
      sent(
        `function send($client, $method) { $client->request($method, "${API}/groups"); }\nsend($client, f());`,
      ),
    );
  },
);

it("a method with a name that the user of a program gives may be any of the client", () => {
  expect(sent(`$client->{$argv[1]}("${API}/groups");`)).toContain(sent(`$client->get("${API}/groups");`)[0]);
});
