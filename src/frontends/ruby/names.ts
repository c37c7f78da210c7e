/** The prefix of the names that a Ruby file requires, in the core tree. */
export const PREFIX = "rb:";

/** Checks for the file extensions and file names of Ruby. */
export function isRuby(path: string): boolean {
  return /\.(?:rb|rake|ru|gemspec|jbuilder)$|(?:^|\/)(?:Rakefile|Gemfile|Vagrantfile|Fastfile|Dangerfile)$/.test(
    path,
  );
}

/** Modules of the library of the language and of gems: their names mean them unless the program has its own. */
export const LIBRARY: ReadonlySet<string> = new Set([
  ...[
    "Net",
    "URI",
    "JSON",
    "ENV",
    "ARGV",
    "File",
    "Dir",
    "CGI",
    "ERB",
    "Base64",
    "OpenURI",
    "YAML",
    "Struct",
  ],
  ...[
    "OpenStruct",
    "Hash",
    "Array",
    "String",
    "Integer",
    "Float",
    "Symbol",
    "Object",
    "Time",
    "Date",
    "Kernel",
  ],
  ...[
    "Logger",
    "Rails",
    "Rack",
    "OpenSSL",
    "Digest",
    "Set",
    "SecureRandom",
    "Process",
    "Open3",
    "IO",
    "STDOUT",
  ],
  ...[
    "STDERR",
    "StringIO",
    "Thread",
    "Mutex",
    "Comparable",
    "Enumerable",
    "Singleton",
    "Forwardable",
    "Proc",
  ],
  ...[
    "HTTParty",
    "Dry",
    "Faraday",
    "RestClient",
    "HTTP",
    "HTTPX",
    "Typhoeus",
    "Excon",
    "HTTPClient",
    "Curl",
    "Patron",
    "Mechanize",
  ],
  ...["Oj", "MultiJson", "Yajl", "ActiveSupport", "Addressable", "Chef", "Puppet", "LogStash", "Fluent"],
  ...[
    "StandardError",
    "RuntimeError",
    "ArgumentError",
    "Exception",
    "NotImplementedError",
    "KeyError",
    "TypeError",
  ],
  ...["TrueClass", "FalseClass", "NilClass", "Numeric", "Regexp", "Range", "Pathname", "Timeout", "Tempfile"],
]);

/** Functions that every program has. */
export const KERNEL: ReadonlySet<string> = new Set([
  ...[
    "puts",
    "print",
    "p",
    "pp",
    "warn",
    "format",
    "sprintf",
    "printf",
    "rand",
    "sleep",
    "gets",
    "system",
    "exec",
  ],
  ...[
    "open",
    "binding",
    "block_given?",
    "caller",
    "at_exit",
    "trap",
    "Integer",
    "Float",
    "String",
    "Array",
    "Hash",
  ],
  ...["URI", "JSON", "freeze", "srand", "select", "fork", "spawn", "putc", "abort", "exit", "catch", "throw"],
]);
