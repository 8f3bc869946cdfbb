import type { Bid } from '@bidwell/contract'
import { parseJson } from '../../api/api-error.ts'
import { bidToast } from './bid-toast.ts'
import { resultKindOf } from './result-kind.ts'

const MAX_KEYS = 500
/** A change that is older than this when the page learns of it happened while the user was away. */
const FRESH_MS = 60_000

const storageKey = (userId: string) => `bids_seen:${userId}`
/** A bid with how it came out, otherwise with its status. */
export const keyOf = ({ id, status, outcome }: Pick<Bid, 'id' | 'status' | 'outcome'>) => `${id}:${outcome ?? status}`

/** The bids, each with its status, that this browser has shown to the user; null before the first visit. */
export function readSeen(userId: string): ReadonlySet<string> | null {
  const stored = parseJson(localStorage.getItem(storageKey(userId)) ?? '')
  return Array.isArray(stored) ? new Set(stored.map(String)) : null
}

/** Records that this browser has shown the present status of these bids. */
export function markSeen(userId: string, bids: readonly Bid[]) {
  const keys = [...(readSeen(userId) ?? []), ...bids.map(keyOf)]
  localStorage.setItem(storageKey(userId), JSON.stringify([...new Set(keys)].slice(-MAX_KEYS)))
}

/** The bids with a status that calls for a toast and that this browser has not shown yet. */
export const unseenBids = (bids: readonly Bid[], seen: ReadonlySet<string>): Bid[] =>
  bids.filter((bid) => !seen.has(keyOf(bid)) && bidToast(bid, '') !== null)

/**
 * Whether another browser of the user may have shown some of these: this one is new, or has not shown a result that was told
 * before it was opened at `openedAt`, or a while before `now`. Both are epoch ms on the site's clock.
 */
export const mayBeSeenElsewhere = (
  bids: readonly Bid[],
  seen: ReadonlySet<string> | null,
  { openedAt, now }: { openedAt: number; now: number },
): boolean =>
  seen === null ||
  unseenBids(bids, seen).some((bid) => resultKindOf(bid) !== null && bid.updatedAt < Math.max(openedAt, now - FRESH_MS))

/**
 * The bids that this browser need not show, as another one has. `until` is epoch ms; null where no browser has said what it has
 * shown: a new one then counts as shown what had happened when it was opened at `openedAt`, on the site's clock.
 */
export const shownElsewhere = (
  bids: readonly Bid[],
  seen: ReadonlySet<string> | null,
  { until, openedAt }: { until: number | null; openedAt: number },
): Bid[] =>
  bids.filter((bid) => {
    const isResult = resultKindOf(bid) !== null
    if (seen === null && (until === null || !isResult)) return bid.updatedAt < openedAt
    return isResult && until !== null && bid.updatedAt <= until
  })

/** When the last of the results was told, epoch ms; 0 without one. */
export const lastResultAt = (bids: readonly Bid[]): number =>
  Math.max(0, ...bids.map((bid) => (resultKindOf(bid) === null ? 0 : bid.updatedAt)))

/**
 * Divides unseen bids: `fresh` ones have just changed while the user looked; the results of the others came in while the
 * user was away. `missed` has the keys of those that changed while the app was closed or hidden; `now` is epoch ms on the
 * site's clock. The computer may have slept, so what changed a while ago is not fresh either.
 */
export function splitUnseen(unseen: readonly Bid[], missed: ReadonlySet<string>, now: number) {
  const isFresh = (bid: Bid) => !missed.has(keyOf(bid)) && now - bid.updatedAt <= FRESH_MS
  return {
    fresh: unseen.filter(isFresh),
    away: unseen.filter((bid) => !isFresh(bid) && resultKindOf(bid) !== null),
  }
}
