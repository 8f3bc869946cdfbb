/**
 * Returns a function that runs work one run at a time per key. Calls during a run cause one more run after it, however
 * many they are, so that the last run starts after the last call. Never rejects: the errors of the runs go to the `onError` of the call that began them.
 */
export function createRunLatest() {
  const isCalledAgain = new Map<string, boolean>()

  return async function run(key: string, work: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
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
