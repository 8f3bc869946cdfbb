/** The code of a page or of a dialog could not be loaded: no connection, or a new version has replaced it. */
export class CodeLoadError extends Error {
  override name = 'CodeLoadError'
}

/** The pauses between the attempts. */
const RETRY_AFTER_MS = [500, 1_500]

/** Loads code on demand. When the server does not deliver it, tries again twice, and then throws a `CodeLoadError`. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      return await load()
    } catch (cause) {
      // Without a network, the next attempt would fail as well.
      if (!navigator.onLine) throw new CodeLoadError('The code could not be loaded', { cause })
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  try {
    return await load()
  } catch (cause) {
    throw new CodeLoadError('The code could not be loaded', { cause })
  }
}
