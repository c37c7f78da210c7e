import { V2readyError } from "../../core/errors.js";
import { countFailing } from "../../core/unchecked.js";
import type { JsonReport } from "../../report/json.js";

/** Thrown with `failOnUnchecked` if something was not checked, or not fully. */
export class UncheckedError extends V2readyError {
  override readonly name = "UncheckedError";
  /** The report of the run. */
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
