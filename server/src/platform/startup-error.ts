/** A reason not to start that whoever runs Bidwell can act on: one sentence, printed as it is, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
