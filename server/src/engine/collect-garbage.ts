import { getHeapSpaceStatistics } from 'node:v8'

/**
 * Collects the young garbage now, which takes about two milliseconds, and tells whether it did: not while less than half
 * of its room is used (the runtime itself waits until all of it is), and not without `--expose-gc`.
 */
export function collectGarbage(): boolean {
  if (!globalThis.gc) return false
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  if (!young || young.space_used_size < young.space_available_size) return false
  globalThis.gc({ type: 'minor' })
  return true
}
