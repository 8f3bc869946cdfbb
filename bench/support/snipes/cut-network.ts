import { setTimeout as delay } from 'node:timers/promises'
import { cuttableProxy } from '../../../server/test/cuttable-proxy.ts'
import { addSnipes } from '../fixtures.ts'
import { startEngineProcess } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'
import { auditSnipes, type Audit } from './audit-snipes.ts'
import { spreadEvenly } from './run-snipes.ts'
import { PEER_DISCOVERY_MS, holdersOf, waitUntil } from './time-takeovers.ts'

/** Some come due while the cut-off engine's lease is valid, some between its expiry and the takeover, some later. */
const SNIPES = 12
const FROM_MS = 20_000
const SPAN_MS = 80_000
const LEAD_S = 30
const SETTLED_AFTER_MS = 20_000

/**
 * Cuts the engine that holds all snipes off from the database, but not from the site: its connections stay open and go
 * silent. A second engine runs beside it. Returns the time until the second engine holds all snipes, and the audit of all
 * snipes after the connection is restored.
 */
export async function cutNetwork(testbed: Testbed, bidders: number[]): Promise<{ tookMs: number; audit: Audit }> {
  await using proxy = await cuttableProxy(new URL(testbed.url))
  await using _victim = await startEngineProcess(testbed, { DATABASE_URL: proxy.url })
  const from = Math.ceil(await testbed.auctionHouse.now()) + FROM_MS
  const plannedAt = spreadEvenly(SNIPES, SPAN_MS).map((afterMs) => Math.round(from + afterMs))
  const snipes = await addSnipes(testbed, bidders, { plannedAt, secondsBeforeEnd: LEAD_S })
  const bidIds = snipes.map(({ bidId }) => bidId)
  await waitUntil(async () => (await holdersOf(testbed, bidIds)).length === SNIPES)

  await using other = await startEngineProcess(testbed)
  await delay(PEER_DISCOVERY_MS)
  const cutAt = performance.now()
  proxy.silence()
  await waitUntil(async () => (await holdersOf(testbed, bidIds)).every(({ pid }) => pid === other.pid))
  const tookMs = performance.now() - cutAt

  proxy.mend()
  await delay(from + SPAN_MS + LEAD_S * 1_000 + SETTLED_AFTER_MS - (await testbed.auctionHouse.now()))
  return { tookMs, audit: await auditSnipes(testbed, snipes) }
}
