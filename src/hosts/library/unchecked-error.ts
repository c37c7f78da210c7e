import { V2readyError } from "../../core/errors.js";
import { countFailing } from "../../core/unchecked.js";
import type { JsonReport } from "../../report/json.js";

/** With `failOnUnchecked`: something was not checked, or not fully. */
export class UncheckedError extends V2readyError {
  override readonly name = "UncheckedError";
  /** All the same what the run came to. */
  readonly report: JsonReport;

  constructor(report: JsonReport) {
    const count = countFailing(report.unchecked);
    super(
      `${count} ${count === 1 ? "file was" : "files were"} not checked, or not fully`,
      "The property unchecked of the report says which, and why.",
    );
    this.report = report;
  }
}
