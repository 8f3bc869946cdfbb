import { type Delivery, PutOff } from './delivery.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const PAUSES_MS = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS]
/** What waits for a server goes out within so long after the server has returned. */
const LONGEST_MS = 10 * MINUTE_MS
/** A server that accepts and says nothing gets few copies. */
const BETWEEN_COPIES_MS = 60 * MINUTE_MS
/** Deliveries that failed together do not all come back at one instant. */
const JITTER = 0.2

type Tried = Pick<Delivery, 'attempt' | 'giveUpAt'>

/**
 * When a delivery whose attempt failed by `error` is tried again: after 10 s, 30 s, 2 min and 10 min, then every ten minutes, or
 * hourly where it may have arrived; up to a fifth sooner, and not before the other side asked for it. The last try is just before
 * `giveUpAt`; null means that there is none any more. `random` is from 0 to 1. Epoch ms.
 */
export function decideNextTry(error: unknown, { attempt, giveUpAt }: Tried, now: number, random: number) {
  const isPutOff = error instanceof PutOff
  const asked = (isPutOff ? error.retryAt : null) ?? -Infinity
  const pauseMs = PAUSES_MS[attempt - 1] ?? (isPutOff ? LONGEST_MS : BETWEEN_COPIES_MS)
  const wanted = Math.max(now + pauseMs * (1 - JITTER * random), asked)
  const last = giveUpAt - SECOND_MS
  if (wanted <= last) return wanted
  return last > now + SECOND_MS && asked <= last ? last : null
}
