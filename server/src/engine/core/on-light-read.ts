import type { WarmReading } from '../../marketplace/marketplace.ts'
import type { SnipeState } from './snipe-state.ts'

/** The light read and the item may say the same end as differently as this. */
const ROUNDED_BY_MS = 2_000
const HOUR_MS = 3_600_000

/** What a light read that was answered at the monotonic instant `now` adds to what is known. Pure. */
export function onLightRead(state: SnipeState, read: WarmReading, now: number): SnipeState {
  const endsAt = endMeant(read, state)
  const movedMs = endMovedBy(endsAt, state)
  const shownEndsAt = state.shownEndsAt + movedMs
  return {
    ...state,
    warmedAt: now,
    price: { currentCents: read.currentPriceCents, minimumCents: read.minimumBidCents },
    // Between two attempts at a page that fails, it tells nothing about how the page does.
    failures: state.isLightReadNext ? state.failures : 0,
    notBefore: -Infinity,
    isLightReadNext: false,
    // The item is asked when its end may be another.
    readAt: movedMs === 0 ? state.readAt : null,
    shownEndsAt,
    lightRead: { endsAt, shownEndsAt },
  }
}

/** Where the local time occurs twice, the light read has little to tell which is meant: the one nearer to what is known. */
function endMeant({ endsAt, endsAtAmbiguous }: WarmReading, { shownEndsAt }: SnipeState): number {
  return endsAtAmbiguous && shownEndsAt > endsAt + HOUR_MS / 2 ? endsAt + HOUR_MS : endsAt
}

/** Light reads are compared with each other, less what the item has told meanwhile; the first, as far as it may be, with the item. */
function endMovedBy(endsAt: number, { lightRead, shownEndsAt }: SnipeState): number {
  if (lightRead === null) return Math.abs(endsAt - shownEndsAt) > ROUNDED_BY_MS ? endsAt - shownEndsAt : 0
  if (endsAt === lightRead.endsAt) return 0
  return endsAt - lightRead.endsAt - (shownEndsAt - lightRead.shownEndsAt)
}
