const queues = new Map<string, Promise<unknown>>()

/**
 * Runs one function at a time per lock name, across all tabs of this browser. On pages without HTTPS the Web Locks API
 * is missing, so there the lock covers only this tab.
 */
export async function withCrossTabLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, run)
  const result = (queues.get(name) ?? Promise.resolve()).then(run, run)
  queues.set(name, result)
  return result
}
