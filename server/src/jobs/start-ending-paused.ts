import type { PauseDeps } from '../pauses/await-release.ts'
import { endPausedBids } from '../pauses/end-paused-bids.ts'
import { every } from '../platform/every.ts'

const INTERVAL_MS = 5_000

type EndingDeps = PauseDeps & { onError: (error: unknown) => void }

/** Ends bids whose auctions close during a pause, until disposed: engines do not claim paused bids. */
export const startEndingPaused = (deps: EndingDeps): AsyncDisposable =>
  every(deps.clock, INTERVAL_MS, () => endPausedBids(deps), { onError: deps.onError })
