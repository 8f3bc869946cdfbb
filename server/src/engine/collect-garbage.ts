import { getHeapSpaceStatistics } from 'node:v8'

/** Collects the young generation if it is half full. Returns whether it did; never without `--expose-gc`. */
export function collectGarbage(): boolean {
  if (!globalThis.gc) return false
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  if (!young || young.space_used_size < young.space_available_size) return false
  globalThis.gc({ type: 'minor' })
  return true
}
