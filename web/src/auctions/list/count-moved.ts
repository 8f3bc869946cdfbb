import type { Group } from './lot-groups.ts'

/** The least number of lots that have to move to turn one list into the other. */
export function countMoved(shown: readonly Group[], latest: readonly Group[]): number {
  const place = new Map(sequence(latest).map((entry, index) => [entry, index]))
  const places = sequence(shown).flatMap((entry) => place.get(entry) ?? [])
  // The longest increasing run of places is what may stay: `tails[n]` is the lowest end of a run of n + 1.
  const tails: number[] = []
  for (const at of places) {
    const longer = tails.findIndex((tail) => tail > at)
    tails[longer === -1 ? tails.length : longer] = at
  }
  return places.length - tails.length
}

/** The headings take part, so that a lot that only changes its heading counts as moved. */
const sequence = (groups: readonly Group[]) => groups.flatMap(({ id, ids }) => [id, ...ids])
