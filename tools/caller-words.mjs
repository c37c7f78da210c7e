// Words of the programs that bench-callers.mjs measures, and what picks them.

export const RESOURCES =
  "clusters databaseUsers accessList alertConfigs backup/snapshots processes peers".split(" ");
export const NOUNS = "invoice report order budget quota tenant region usage ticket owner account shard".split(
  " ",
);

export const pick = (list, index) => list[index % list.length];
export const title = (word) => word[0].toUpperCase() + word.slice(1);
export const range = (count, make) => Array.from({ length: count }, (_, index) => make(index));
