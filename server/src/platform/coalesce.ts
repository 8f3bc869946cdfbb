/**
 * Runs `work` without overlap. A call during a run gets the result of one more run, which begins after the current one
 * and is shared by all calls that wait for it.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let next: Promise<T> | null = null

  function begin(): Promise<T> {
    next = null
    current = work().finally(() => {
      current = null
    })
    return current
  }

  return () => {
    if (current) next ??= current.then(begin, begin)
    return next ?? begin()
  }
}
