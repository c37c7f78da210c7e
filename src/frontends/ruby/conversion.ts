/** `%s`, `%d`, `%{name}` and `%<name>s`; https://docs.ruby-lang.org/en/master/format_specifications_rdoc.html */
export const RUBY_CONVERSION =
  /%(?:\{(?<brace>\w+)\}|(?:<(?<name>\w+)>)?(?:(?<position>\d+)\$)?(?<flags>[-#0 +]*[\d*]*(?:\.[\d*]+)?)(?<kind>[a-zA-Z%]))/g;
