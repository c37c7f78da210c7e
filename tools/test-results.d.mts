/** Says how many tests passed and failed, and which did not run because a program is not installed. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: readonly string[];
}

export function countResults(
  results: {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
    }[];
  },
  has?: (program: string) => boolean,
): Count;
