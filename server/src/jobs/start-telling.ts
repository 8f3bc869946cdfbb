import { tellWhatTimeBrings, type TellDeps } from '../alerts/tell-what-time-brings.ts'
import { every } from '../platform/every.ts'

const INTERVAL_MS = 10_000
/** Engines of an installation that has just been started are about to beat. */
const SETTLED_AFTER_MS = 60_000

type StartDeps = Omit<TellDeps, 'isSettled'> & { onError: (error: unknown) => void }

/** Tells users what no single write causes, until disposed. */
export function startTelling({ onError, ...deps }: StartDeps): AsyncDisposable {
  const { clock } = deps
  const startedAt = clock.monotonic()
  const tell = () => tellWhatTimeBrings({ ...deps, isSettled: clock.monotonic() - startedAt >= SETTLED_AFTER_MS })
  return every(clock, INTERVAL_MS, tell, { onError })
}
