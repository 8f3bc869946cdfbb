import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import type { Around } from '../src/platform/database/open-pool.ts'

export type SkippingClock = Clock & {
  /** Lets so much time pass, and skips what of it nothing happens in. */
  pass(ms: number): Promise<void>
  /** From now on, no time is skipped. */
  keepRealTime(): void
  isReal(): boolean
}

type Sleeper = { instant: number; check: () => void }

/** Statements of test databases, and requests to servers in this process, that wait for their answers. */
let awaited = 0
/** New connections, which may still wait for their first answer. */
const opened = new Set<Socket>()
/** A call of the system that takes a while: of the disk, the names or the network. */
const SYSTEM_CALL = /Req|Connect/

export const awaitStatement: Around = async (execute) => {
  awaited += 1
  try {
    return await execute()
  } finally {
    awaited -= 1
  }
}

// The types of a channel's messages are unknown.
subscribe('http.server.request.start', (message) => {
  awaited += 1
  ;(message as { response: ServerResponse }).response.once('close', () => {
    awaited -= 1
  })
})
subscribe('net.client.socket', (message) => opened.add((message as { socket: Socket }).socket))

function isAnswerAwaited(): boolean {
  for (const socket of opened) if (socket.destroyed || socket.bytesRead > 0) opened.delete(socket)
  const isGreeted = [...opened].every(({ bytesWritten }) => bytesWritten === 0)
  return awaited > 0 || !isGreeted || process.getActiveResourcesInfo().some((name) => SYSTEM_CALL.test(name))
}

/**
 * Real time, apart from `pass`: once nothing in this process waits for an answer, it goes on at the next instant that something
 * sleeps until. A slow machine delays everything that depends on it, and so no answer comes later than in real time.
 */
export function skippingClock(): SkippingClock {
  let skippedMs = 0
  let isReal = false
  let skipping: Promise<void> | null = null
  const sleepers = new Set<Sleeper>()
  const monotonic = () => systemClock.monotonic() + skippedMs

  async function skip(until: number) {
    // What has been woken starts its calls first.
    for (let turns = 0; turns < 3; turns++) await turn()
    if (isReal || isAnswerAwaited()) await delay(1)
    else skippedMs += Math.max(0, Math.min(until, ...[...sleepers].map(({ instant }) => instant)) - monotonic())
    for (const { instant, check } of sleepers) if (instant <= monotonic()) check()
  }

  return {
    now: () => Math.round(systemClock.now() + skippedMs),
    monotonic,
    suspendedMs: () => systemClock.suspendedMs(),
    async sleepUntil(instant, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      let timer: NodeJS.Timeout | undefined
      const sleeper = { instant, check }
      const abort = () => end(() => reject(signal.reason))
      signal.addEventListener('abort', abort, { once: true })
      sleepers.add(sleeper)
      check()
      return promise

      function check() {
        clearTimeout(timer)
        const leftMs = instant - monotonic()
        if (leftMs > 0) timer = setTimeout(check, Math.min(leftMs, 2 ** 31 - 1))
        else end(resolve)
      }
      function end(settle: () => void) {
        clearTimeout(timer)
        sleepers.delete(sleeper)
        signal.removeEventListener('abort', abort)
        settle()
      }
    },
    async pass(ms) {
      const until = monotonic() + ms
      while (monotonic() < until) {
        skipping ??= skip(until).finally(() => (skipping = null))
        await skipping
      }
      for (const { check } of sleepers) check()
    },
    keepRealTime() {
      isReal = true
    },
    isReal: () => isReal,
  }
}
