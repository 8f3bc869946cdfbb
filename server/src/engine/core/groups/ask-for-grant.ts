import { withTimeout } from '../../../platform/with-timeout.ts'
import { type SnipeContext, siteTimeAt } from '../snipe-context.ts'
import type { SnipeState } from '../snipe-state.ts'
import type { Timeline } from '../timeline.ts'

/** A question that hangs keeps the bid from its readings for no longer. */
const TIMEOUT_MS = { before: 1_000, late: 500 }

/** Asks whether the bid's group lets it out. Without an answer it is not sent: another bid may have the win. */
export async function askForGrant(
  { engine, snipe, stop }: SnipeContext,
  state: SnipeState,
  { fireAt }: Timeline,
): Promise<SnipeState> {
  const { clock, store, emit } = engine.ports
  const now = clock.monotonic()
  const { bidId, fence } = snipe
  const ask = { bidId, fence, at: siteTimeAt(engine, now), endsAt: state.endsAt }
  const timeoutMs = now < fireAt ? TIMEOUT_MS.before : TIMEOUT_MS.late
  const answer = await withTimeout(clock, timeoutMs, stop, () => store.ask(ask)).catch((error: unknown) => {
    if (!stop.aborted) emit({ kind: 'store_failed', doing: 'ask the group', error })
    return 'no_answer' as const
  })
  const askedAt = clock.monotonic()
  if (answer === 'granted') return { ...state, group: { isGranted: true, hold: null, askedAt } }
  // A void claim is released by the next reconciliation.
  const hold = answer === 'void' ? (state.group?.hold ?? null) : answer
  return { ...state, group: { isGranted: false, hold, askedAt } }
}
