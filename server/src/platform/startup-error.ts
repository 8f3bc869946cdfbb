/** A reason not to start that the operator can remove: one sentence, printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** EX_CONFIG of sysexits.h. The supervisor does not restart a process that ends with it. */
export const STARTUP_ERROR_EXIT_CODE = 78
