/** The words of a vocabulary that test cases have places for: `%admin%` and the like. */
export interface VocabularyWords {
  readonly name: string;
  readonly words: Readonly<Record<string, string>>;
}

export const VOCABULARIES: readonly VocabularyWords[] = [
  {
    name: "service",
    words: {
      admin: "admin",
      metrics: "metrics",
      vendor: "service",
      host: "https://admin.example.com",
      scheme: "db",
      domain: "clusters.example.net",
      dbURI: "dbURI",
      dbURIWithOptions: "dbURIWithOptions",
      dbURIUpdated: "dbURIUpdated",
      dbVersion: "dbVersion",
      dbMajorVersion: "dbMajorVersion",
    },
  },
  {
    name: "atlas",
    words: {
      admin: "atlas",
      metrics: "prometheus",
      vendor: "atlas",
      host: "https://cloud.mongodb.com",
      scheme: "mongodb",
      domain: "mongodb.net",
      dbURI: "mongoURI",
      dbURIWithOptions: "mongoURIWithOptions",
      dbURIUpdated: "mongoURIUpdated",
      dbVersion: "mongoDBVersion",
      dbMajorVersion: "mongoDBMajorVersion",
    },
  },
];

/** Fills the places in a text; an unknown place is a mistake in the test. */
export function fillWords(text: string, { words }: VocabularyWords): string {
  return text.replace(/%(\w+)%/g, (whole, key: string) => {
    const word = words[key];
    if (word === undefined) throw new Error(`${whole} is no place for a word`);
    return word;
  });
}
