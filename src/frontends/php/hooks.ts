import { EMPTY } from "../../analysis/evaluation/value.js";
import type { Hook } from "../lowered/request-hooks.js";
import { internalSlot } from "../../analysis/evaluation/member-tables.js";

/** https://www.php-fig.org/psr/psr-7/#32-psrhttpmessagerequestinterface */
const REQUEST = {
  withHeader: "header",
  withAddedHeader: "header",
  withoutHeader: "remove",
  hasHeader: "has",
  getHeaderLine: "header",
  getUri: "urlOf",
  toPsrRequest: "itself",
} as const;

/** Functions that get the next handler, and give one: a handler gets the request and its options. */
export const GUZZLE_MIDDLEWARE: Hook = {
  slot: internalSlot("middleware"),
  source: "https://docs.guzzlephp.org/en/stable/handlers-and-middleware.html",
  methods: ["__invoke"],
  isMaker: true,
  request: REQUEST,
  absent: EMPTY,
  isFluent: true,
};

/** Functions that get the request and give another one. */
export const LARAVEL_REQUEST: Hook = {
  slot: internalSlot("middleware"),
  source: "https://laravel.com/docs/http-client#guzzle-middleware",
  methods: ["__invoke"],
  request: REQUEST,
  absent: EMPTY,
  isFluent: true,
};
