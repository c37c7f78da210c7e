// The rules for our own code, as a plugin of oxlint: see .oxlintrc.json.
import noClock from "./no-clock.mjs";
import noDirectReads from "./no-direct-reads.mjs";
import noRecordTables from "./no-record-tables.mjs";
import noSpreadArguments from "./no-spread-arguments.mjs";

export default {
  meta: { name: "local" },
  rules: {
    "no-clock": noClock,
    "no-direct-reads": noDirectReads,
    "no-record-tables": noRecordTables,
    "no-spread-arguments": noSpreadArguments,
  },
};
