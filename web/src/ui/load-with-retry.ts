const MAX_ATTEMPTS = 5
const RETRY_DELAY_MS = 1_000

/** Loads code on demand; when the server does not deliver it, tries again a few times before the load fails. */
export async function loadWithRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}
