import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'
import { type Claimed, claimDeliveries, renewLeases, type Sending } from './claim-deliveries.ts'
import { decideNextTry } from './decide-next-try.ts'
import { type Channel, type Delivery, PutOff, Refused, type StopReason, Unreachable } from './delivery.ts'
import { type End, type Failure, recordEnd, recordFailure, recordHandOver, releaseBlocked } from './record-attempt.ts'

export type DispatchDeps = {
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
/** So long after it has accepted something, a server counts as answering. */
const ANSWERING_MS = 60_000

/**
 * Sends the deliveries of a channel as they become due, until disposed: conversations that have begun are finished first. A
 * delivery is claimed with a lease that is renewed while it is sent: when this process ends, another one takes over within
 * seconds.
 */
export function startDispatching(deps: DispatchDeps, channel: Channel): Dispatching {
  const { db, clock, log } = deps
  const sending = new Map<string, Sending & { done: Promise<void> }>()
  /** When each server last accepted something, monotonic ms. */
  const acceptedAt = new Map<string, number>()
  const stopping = new AbortController()
  const onError = (error: unknown) => log.warn({ channel: channel.name, err: error }, 'deliveries could not be read')
  const claiming = every(clock, LOOK_EVERY_MS, claim, { minIntervalMs: LEAST_BETWEEN_CLAIMS_MS, onError })
  const renewing = every(clock, RENEW_EVERY_MS, () => renewLeases(db, [...sending.values()]), { onError })

  async function claim() {
    if (sending.size >= channel.atOnce) return
    const claimed = await claimDeliveries(db, channel, { sending: [...sending.values()], now: clock.now() })
    for (const delivery of claimed) {
      const done = send(delivery).finally(() => {
        sending.delete(delivery.id)
        claiming.wake()
      })
      sending.set(delivery.id, { ...delivery, done })
    }
  }

  async function send(delivery: Claimed) {
    const result = await attempt(delivery)
    // Until its result is recorded, the delivery counts as being sent: this process does not send it again.
    for (;;) {
      try {
        return await record(delivery, result)
      } catch (error) {
        log.warn({ ...seen(delivery), err: error }, 'the result of a delivery could not be recorded')
        if (stopping.signal.aborted) return
        await clock.sleepUntil(clock.monotonic() + RECORD_AGAIN_AFTER_MS, stopping.signal).catch(() => {})
      }
    }
  }

  async function attempt(delivery: Claimed): Promise<Result> {
    if (delivery.isOver) return { outcome: 'unconfirmed', said: null }
    if (clock.now() >= delivery.giveUpAt) return { outcome: 'too_late', said: null }
    let isOwn = true
    try {
      const reason = await deps.reasonToDrop?.(delivery)
      if (reason !== undefined && reason !== null) return { outcome: 'dropped', said: reason }
      isOwn = false
      const handOver = () => recordHandOver(db, delivery, clock.now())
      const said = await withTimeout(clock, SEND_TIMEOUT_MS, neverAborted, (signal) =>
        channel.send(delivery, handOver, signal),
      )
      return { outcome: 'sent', said }
    } catch (error) {
      return resultOf(error, delivery, isOwn)
    }
  }

  function resultOf(error: unknown, delivery: Delivery, isOwn: boolean): Result {
    const result = decideResult(error, delivery, { now: clock.now(), isOwn })
    // Without the error's own text, which may repeat the address.
    const line = { ...seen(delivery), ...codesOf(error) }
    if (!('outcome' in result)) log.warn(line, 'a delivery could not be sent and will be tried again')
    else if (result.outcome === 'refused') log.error(line, 'a delivery was given up: it is refused')
    else log.error(line, 'a delivery was given up: its time is over')
    const server = channel.serverOf(delivery)
    const isBlocked = error instanceof Unreachable && !isAnswering(server)
    return isBlocked && !('outcome' in result) ? { ...result, blockedBy: server } : result
  }

  async function record(delivery: Delivery, result: Result) {
    if (!('outcome' in result)) return await recordFailure(db, delivery, result)
    if ('stops' in result && result.stops !== null) await deps.stopDestination?.(delivery, result.stops)
    await recordEnd(db, delivery, result, clock.now())
    if (result.outcome !== 'sent') return
    const server = channel.serverOf(delivery)
    if (!isAnswering(server)) await releaseBlocked(db, channel.name, server, clock.now())
    acceptedAt.set(server, clock.monotonic())
  }

  /** A recipient whose conversations fail while others' succeed does not wait for the server. */
  const isAnswering = (server: string) => clock.monotonic() - (acceptedAt.get(server) ?? -Infinity) < ANSWERING_MS

  return {
    wake: () => claiming.wake(),
    async [Symbol.asyncDispose]() {
      await claiming[Symbol.asyncDispose]()
      stopping.abort()
      await Promise.all([...sending.values()].map(({ done }) => done))
      await renewing[Symbol.asyncDispose]()
    },
  }
}

type Result = End | (End & { stops: StopReason | null }) | Failure

/** What follows from an error of an attempt. Pure but for the random spread of the next try. */
function decideResult(
  error: unknown,
  { attempt: attempts, giveUpAt }: Delivery,
  { now, isOwn }: { now: number; isOwn: boolean },
): Result {
  const said = textOf(error)
  if (error instanceof Refused) return { outcome: 'refused', said, stops: error.because }
  const retryAt = error instanceof PutOff ? error.retryAt : null
  const nextTryAt = decideNextTry({ attempts, giveUpAt, retryAt, now, random: Math.random() })
  if (nextTryAt === null) return { outcome: 'too_late', said }
  const isAnswered = error instanceof Unreachable || error instanceof PutOff
  return { nextTryAt, said, blockedBy: null, isAnswered, isOwn }
}

const seen = ({ id, kind, attempt }: Delivery) => ({ delivery: id, kind, attempts: attempt })

/** The first error: what the other side or the connection said. */
const causeOf = (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error)
const textOf = (error: unknown) => String(causeOf(error))

function codesOf(error: unknown) {
  const { name, code, responseCode } = causeOf(error) as { name?: string; code?: string; responseCode?: number }
  return { name, code, responseCode }
}
