import { CLIENT_CACHE } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'

/** The memory that the page's objects use, bytes; null in a browser that does not say (all but Chromium). */
export function usedMemoryBytes(of: object = performance): number | null {
  if (!('memory' in of) || typeof of.memory !== 'object' || of.memory === null) return null
  const { memory } = of
  return 'usedJSHeapSize' in memory && typeof memory.usedJSHeapSize === 'number' ? memory.usedJSHeapSize : null
}

/** Removes what nothing on the page shows, when the page uses too much memory. Returns how many entries it removed. */
export function freeMemory(client: QueryClient, usedBytes: number | null): number {
  if (usedBytes === null || usedBytes <= CLIENT_CACHE.maxMemoryBytes) return 0
  const cache = client.getQueryCache()
  const idle = cache.getAll().filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle')
  for (const query of idle) cache.remove(query)
  return idle.length
}
