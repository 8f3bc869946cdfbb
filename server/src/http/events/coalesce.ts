/**
 * Returns a function that runs work one run at a time per key. Calls during a run cause one more run after it, however
 * many they are, so that the last run starts after the last call. Never rejects: errors go to `onError`.
 */
export function coalesce(onError: (error: unknown) => void) {
  const isCalledAgain = new Map<string, boolean>()

  return async function run(key: string, work: () => Promise<void>): Promise<void> {
    if (isCalledAgain.has(key)) {
      isCalledAgain.set(key, true)
      return
    }
    try {
      do {
        isCalledAgain.set(key, false)
        await work()
      } while (isCalledAgain.get(key))
    } catch (error) {
      onError(error)
    } finally {
      isCalledAgain.delete(key)
    }
  }
}
