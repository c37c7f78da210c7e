/** The prefix of what a PHP file needs of others, in the core tree. */
export const PREFIX = "php:";

/** The export that holds the value which an included file returns. */
export const RETURNED = "php:return";

/** Checks for the file extensions of PHP. */
export function isPhp(path: string): boolean {
  return /\.(?:php|phtml|inc|php[345]|phpt)$/.test(path);
}

/**
 * Checks whether a class belongs to PHP or a package, by its full name. The repository has no file for such a class.
 */
export function isOfLibrary(name: string): boolean {
  return LIBRARIES.has(name.slice(0, name.indexOf("\\"))) || CLASSES.has(name);
}

const LIBRARIES: ReadonlySet<string> = new Set([
  ...["GuzzleHttp", "Illuminate", "Symfony", "Psr", "Monolog", "Doctrine", "Carbon", "Laravel", "Zend"],
  ...["Laminas", "Buzz", "Http", "Nyholm", "MongoDB", "PHPUnit", "Ramsey", "League", "WpOrg", "Dotenv"],
  ...["Httpful", "Unirest"],
]);

/** Without a namespace: classes of PHP, and names that frameworks give to their classes everywhere. */
const CLASSES: ReadonlySet<string> = new Set([
  ...["stdClass", "Exception", "Error", "RuntimeException", "InvalidArgumentException", "Throwable"],
  ...["LogicException", "TypeError", "ErrorException", "JsonException", "DateTime", "DateTimeImmutable"],
  ...["DateTimeZone", "DateInterval", "ArrayObject", "ArrayIterator", "Closure", "Generator", "Iterator"],
  ...["IteratorAggregate", "Countable", "ArrayAccess", "JsonSerializable", "Stringable", "PDO", "Http"],
  ...["Log", "Cache", "Config", "Requests", "WP_Error", "SplFileInfo", "UnexpectedValueException"],
]);
