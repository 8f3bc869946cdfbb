import { CLIENT_CACHE } from '@bidwell/contract'
import type { QueryCache, QueryKey } from '@tanstack/react-query'

/** How many reads there were, and how many of them brought something new. */
export type Reads = { all: number; withNews: number }

const MIN_READS = 4
const OFTEN = 0.5
const SELDOM = 0.1

/**
 * The next factor of the times for which lists stay fresh. Lists are read twice as often when half of the reads brought
 * something new, and half as often when hardly any did. A few reads prove nothing.
 */
export function nextFactor(factor: number, { all, withNews }: Reads): number {
  if (all < MIN_READS) return factor
  const { min, max } = CLIENT_CACHE.ttlFactor
  const share = withNews / all
  if (share >= OFTEN) return Math.max(min, factor / 2)
  return share <= SELDOM ? Math.min(max, factor * 2) : factor
}

/**
 * Counts the repeated reads of the lists from now on. What the event stream or a person's own change writes into a list is
 * no read. `take` returns the counts and starts anew.
 */
export function countReads(cache: QueryCache, lists: readonly QueryKey[]) {
  let reads: Reads = { all: 0, withNews: 0 }
  const known = new Map<string, unknown>()
  const hashes = () => new Set(lists.flatMap((queryKey) => cache.find({ queryKey, exact: true })?.queryHash ?? []))
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    if (!hashes().has(query.queryHash)) return
    const isRead = event.action.manual !== true && known.has(query.queryHash)
    if (isRead) {
      // A reply that changes nothing leaves the same object in the cache.
      const isNew = known.get(query.queryHash) !== query.state.data
      reads = { all: reads.all + 1, withNews: reads.withNews + (isNew ? 1 : 0) }
    }
    known.set(query.queryHash, query.state.data)
  })
  return {
    take: (): Reads => {
      const taken = reads
      reads = { all: 0, withNews: 0 }
      return taken
    },
    stop,
  }
}
