import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

/** On a machine that stays busy, the API serves nevertheless, and says so. */
const MOST_DELAY_MS = 15_000

/**
 * Opens the port once the API would not refuse calls. When its start held up the event loop for longer than its limit, the API
 * counts as busy for a second from the next turn of the loop on: a balancer would find it ready, and lose calls.
 */
export async function openPort(app: FastifyInstance, clock: Clock, { host, port }: { host: string; port: number }) {
  // After two turns every timer that was due has run, also the one that measures.
  await nextTurn()
  await nextTurn()
  await pollUntil(clock, async () => !app.isUnderPressure() || null, { everyMs: 50, forMs: MOST_DELAY_MS })
  await app.listen({ host, port })
}
