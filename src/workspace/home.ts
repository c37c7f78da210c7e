import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * Returns the home folder of the user. `homedir()` uses the variable `HOME` even if it is empty or relative, and would
 * then name a folder in the working directory. Undefined if the system does not know the user.
 */
export function homeFolder(): string | undefined {
  const named = homedir();
  if (isAbsolute(named)) return named;
  try {
    const { homedir: known } = userInfo();
    return isAbsolute(known) ? known : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the folder of temporary files. Undefined if a variable makes it relative to the working directory. */
export function temporaryFolder(): string | undefined {
  const folder = tmpdir();
  return isAbsolute(folder) ? folder : undefined;
}
