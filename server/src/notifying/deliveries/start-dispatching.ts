import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { every } from '../../platform/every.ts'
import type { Log } from '../../platform/log.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import { claimDeliveries, renewLeases } from './claim-deliveries.ts'
import { decideNextTry } from './decide-next-try.ts'
import { type Channel, type Delivery, Refused, type StopReason } from './delivery.ts'
import { type End, type Failure, recordEnd, recordFailure } from './record-attempt.ts'

export type Sending = {
  db: Db
  clock: Clock
  log: Log
  /** Why a delivery is not to be sent any more; null when it is. */
  reasonToDrop?: (delivery: Delivery) => Promise<string | null>
  /** Notes that the other side takes nothing for the recipient any more. */
  stopDestination?: (delivery: Delivery, because: StopReason) => Promise<void>
}

export type Dispatching = AsyncDisposable & {
  /** Says that something was queued. */
  wake(): void
}

const LOOK_EVERY_MS = 1_000
/** Deliveries that end within this time are followed by one claim. */
const LEAST_BETWEEN_CLAIMS_MS = 20
const RENEW_EVERY_MS = 3_000
const SEND_TIMEOUT_MS = 30_000
const RECORD_AGAIN_AFTER_MS = 1_000

/**
 * Sends the deliveries of a channel as they become due, until disposed: conversations that have begun are finished first. A
 * delivery is claimed with a lease that is renewed while it is sent: when this process ends, another one takes over within half a
 * minute.
 */
export function startDispatching(deps: Sending, channel: Channel): Dispatching {
  const { db, clock, log } = deps
  const sending = new Map<Delivery, Promise<void>>()
  const stopping = new AbortController()
  const onError = (error: unknown) => log.warn({ channel: channel.name, err: error }, 'deliveries could not be read')
  const claiming = every(clock, LOOK_EVERY_MS, claim, { minIntervalMs: LEAST_BETWEEN_CLAIMS_MS, onError })
  const renewing = every(clock, RENEW_EVERY_MS, () => renewLeases(db, [...sending.keys()]), { onError })

  async function claim() {
    if (sending.size >= channel.atOnce) return
    for (const delivery of await claimDeliveries(db, channel, { sending: [...sending.keys()], now: clock.now() })) {
      const done = send(delivery).finally(() => {
        sending.delete(delivery)
        claiming.wake()
      })
      sending.set(delivery, done)
    }
  }

  async function send(delivery: Delivery) {
    const result = await attempt(delivery)
    // Until its result is recorded, the delivery counts as being sent: this process does not send it again.
    for (;;) {
      try {
        if ('nextTryAt' in result) return await recordFailure(db, delivery, result)
        if (result.stops) await deps.stopDestination?.(delivery, result.stops)
        return await recordEnd(db, delivery, result, clock.now())
      } catch (error) {
        log.warn({ ...lineOf(delivery, error), err: error }, 'the result of a delivery could not be recorded')
        if (stopping.signal.aborted) return
        await clock.sleepUntil(clock.monotonic() + RECORD_AGAIN_AFTER_MS, stopping.signal).catch(() => {})
      }
    }
  }

  async function attempt(delivery: Delivery): Promise<Result> {
    if (clock.now() >= delivery.giveUpAt) return { outcome: 'too_late', said: null }
    try {
      const reason = (await deps.reasonToDrop?.(delivery)) ?? null
      if (reason !== null) return { outcome: 'dropped', said: reason }
      const send = (signal: AbortSignal) => channel.send(delivery, signal)
      return { outcome: 'sent', said: await withTimeout(clock, SEND_TIMEOUT_MS, neverAborted, send) }
    } catch (error) {
      // Without the error's own text, which may repeat the address.
      const line = lineOf(delivery, error)
      const said = String(causeOf(error))
      if (error instanceof Refused) {
        log.error(line, 'a delivery was given up: it is refused')
        return { outcome: 'refused', said, stops: error.because }
      }
      const nextTryAt = decideNextTry(error, delivery, clock.now(), Math.random())
      if (nextTryAt === null) log.error(line, 'a delivery was given up: its time is over')
      else log.warn(line, 'a delivery could not be sent and will be tried again')
      return nextTryAt === null ? { outcome: 'too_late', said } : { nextTryAt, said }
    }
  }

  return {
    wake: () => claiming.wake(),
    async [Symbol.asyncDispose]() {
      await claiming[Symbol.asyncDispose]()
      stopping.abort()
      await Promise.all(sending.values())
      await renewing[Symbol.asyncDispose]()
    },
  }
}

type Result = (End & { stops?: StopReason | null }) | Failure

/** The first error: what the other side or the connection said. */
const causeOf = (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error)

function lineOf({ id, kind, attempt }: Delivery, error: unknown) {
  const { name, code, responseCode } = causeOf(error) as { name?: string; code?: string; responseCode?: number }
  return { delivery: id, kind, attempts: attempt, name, code, responseCode }
}
