const NOBODY = 65534;

/**
 * Runs an action as a user to whom permissions apply: tests may be run by root, who may read everything. Child
 * processes inherit the user, and cannot become root again.
 */
export async function withoutPrivileges<T>(action: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return action();
  process.seteuid(NOBODY);
  try {
    return await action();
  } finally {
    process.seteuid(0);
  }
}
