/** The pauses between the attempts. */
const RETRY_AFTER_MS = [500, 1_500]

/** Loads code on demand; when the server does not deliver it, tries again a few times before the load fails. */
export async function loadWithRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      return await load()
    } catch (error) {
      // Without a network, the next attempt would fail as well.
      if (!navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  return load()
}
