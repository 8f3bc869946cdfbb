/**
 * Runs one piece of work per key at a time. Asked again while it runs, it runs once more afterwards, however often it
 * was asked: what it reads last is then never older than the last asking.
 */
export function latestOnly(onError: (error: unknown) => void) {
  const askedAgain = new Map<string, boolean>()

  return async function run(key: string, work: () => Promise<void>): Promise<void> {
    if (askedAgain.has(key)) {
      askedAgain.set(key, true)
      return
    }
    try {
      do {
        askedAgain.set(key, false)
        await work()
      } while (askedAgain.get(key))
    } catch (error) {
      onError(error)
    } finally {
      askedAgain.delete(key)
    }
  }
}
