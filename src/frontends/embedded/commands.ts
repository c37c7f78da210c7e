const CALL = /(?:^|[\s;&|("'`/@])(?:curl(?:\.exe)?|wget)\s/m;
/** HTTPie and xh, whose names are also common words: an option, a method or a URL is behind them. */
const HTTPIE =
  /(?:^|[\s;&|("'`])(?:https?|xhs?)[ \t]+(?:-|["']?(?:GET|POST|PUT|PATCH|DELETE)\b|["']?https?:|["']?\$|:)/m;

/** Returns whether commands of the shell in a text may send requests. */
export function sendsRequests(text: string): boolean {
  return CALL.test(text) || HTTPIE.test(text);
}
