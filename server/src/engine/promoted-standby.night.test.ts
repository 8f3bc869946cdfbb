import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { as, runOnServer, withDatabase } from '../../test/run-on-server.ts'
import { startSniping } from '../../test/sniping.ts'
import { startPostgres } from '../../test/start-postgres.ts'
import { startStandby } from '../../test/start-standby.ts'
import { systemClock } from '../platform/clock.ts'
import { isAlive, readLockFile } from '../platform/database/embedded/lock-file.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { every } from '../platform/every.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { neverAborted } from '../platform/with-timeout.ts'

const BIDDERS = 8
const BIDS = 80
/** The first bid is due this long after it was made, and the last one so much later. */
const FIRST_DUE_S = 25
const SPAN_S = 40
const LEAD_S = 12
/** So much time passes until somebody has noticed the death of the primary. */
const NOTICED_AFTER_MS = 3_000
const DISTANCE_MS = 50
const WAIT = { everyMs: 50, forMs: 60_000 }

const open = (url: string) => openDatabase({ url, applicationName: 'test', poolSize: 5, connectWithinMs: 30_000 })
const sleep = (ms: number) => systemClock.sleepUntil(systemClock.monotonic() + ms, neverAborted)

/** A PostgreSQL whose commits wait for a standby, behind a proxy that leads to the one or the other. */
async function startPair() {
  const primary = await startPostgres()
  onTestFinished(() => primary[Symbol.asyncDispose]())
  const { templateUrl, cluster } = primary
  await withDatabase(templateUrl, (client) => client.query('create table acknowledged (number integer)'))
  const link = await cuttableProxy(new URL(templateUrl))
  onTestFinished(() => link[Symbol.asyncDispose]())
  const standby = await startStandby(link.url)
  onTestFinished(() => standby[Symbol.asyncDispose]())
  // The settings of the test's servers do not wait for a commit. Those of a database come before them.
  const name = new URL(templateUrl).pathname.slice(1)
  await runOnServer(templateUrl, `alter database ${name} set synchronous_commit = on`)
  await runOnServer(templateUrl, `alter system set synchronous_standby_names = 'standby'`)
  await runOnServer(templateUrl, 'select pg_reload_conf()')
  await withDatabase(templateUrl, async (client) => {
    const isSynchronous = async () => {
      const { rows } = await client.query("select from pg_stat_replication where sync_state = 'sync'")
      return rows.length > 0 || null
    }
    expect(await pollUntil(systemClock, isSynchronous, WAIT)).toBe(true)
  })
  const proxy = await cuttableProxy(new URL(templateUrl))
  onTestFinished(() => proxy[Symbol.asyncDispose]())

  /** Kills the primary, and promotes the standby once that was noticed. */
  async function failOver() {
    const { pid = 0 } = readLockFile(cluster) ?? {}
    process.kill(pid, 'SIGKILL')
    link.cut()
    proxy.cut()
    await sleep(NOTICED_AFTER_MS)
    expect(isAlive(pid)).toBe(false)
    await runOnServer(standby.url, 'select pg_promote()')
    proxy.turnTo(new URL(standby.url))
    proxy.mend()
  }
  return { url: proxy.url, failOver, moveApart: () => link.slowDown(DISTANCE_MS) }
}

test('When the standby takes over from a killed primary, no bid under way is lost, none is sent twice, and no commit is gone', async () => {
  const pair = await startPair()
  const database = open(pair.url)
  onTestFinished(() => database[Symbol.asyncDispose]())
  const { db } = database
  const it = await startSniping({ database: { db, url: pair.url, openAs: (role) => open(as(role, pair.url)) } })
  onTestFinished(() => it[Symbol.asyncDispose]())
  const bidders = [it.accountId]
  while (bidders.length < BIDDERS) bidders.push(await it.addBidderNamed(`bidder-${bidders.length}`))
  const engines = [await it.spawnEngine(), await it.spawnEngine()]

  const from = systemClock.monotonic()
  const bids: Awaited<ReturnType<typeof it.snipe>>[] = []
  for (let index = 0; index < BIDS; index += 1) {
    const passedS = (systemClock.monotonic() - from) / 1_000
    bids.push(
      await it.snipe({
        endsInSeconds: FIRST_DUE_S + LEAD_S + (index * SPAN_S) / BIDS - passedS,
        secondsBeforeEnd: LEAD_S,
        accountId: bidders[index % BIDDERS]!,
      }),
    )
  }
  // The log reaches the standby a little later now: a commit that did not wait for it would be gone.
  pair.moveApart()
  const acknowledged: number[] = []
  let number = 0
  const write = async () => {
    number += 1
    await sql`insert into acknowledged (number) values (${number})`.execute(db)
    acknowledged.push(number)
  }
  const writing = every(systemClock, 20, write, { onError: () => {} })

  const arrivals = () => bids.map(({ itemId, endsAt }) => ({ itemId, endsAt, sent: it.arrivals(itemId) }))
  const countSent = () => arrivals().filter(({ sent }) => sent.length > 0).length
  await sleep((FIRST_DUE_S + SPAN_S / 3) * 1_000 - (systemClock.monotonic() - from))
  const [sentBefore, killedAt] = [countSent(), acknowledged.length]
  await pair.failOver()
  const sentAfter = countSent()

  for (const { bidId } of bids) await it.until(bidId, ({ status }) => status === 'won', 120_000)
  await writing[Symbol.asyncDispose]()
  const { rows } = await sql<{ number: number }>`select number from acknowledged`.execute(db)
  const kept = new Set(rows.map(({ number }) => number))

  expect(arrivals().filter(({ sent, endsAt }) => !(sent[0] && sent[0].arrivedAt < endsAt))).toEqual([])
  expect(arrivals().filter(({ sent }) => sent.length !== 1)).toEqual([])
  expect(acknowledged.filter((one) => !kept.has(one))).toEqual([])
  for (const { bidId } of bids) {
    const kinds = (await it.eventsOf(bidId)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'sent' || kind === 'settled')).toEqual(['sent', 'settled'])
  }
  // Bids went out before, while there was no database, and after; and commits were acknowledged by both servers.
  expect([sentBefore > 5, sentAfter > sentBefore, sentAfter < BIDS]).toEqual([true, true, true])
  expect([killedAt > 10, acknowledged.length > killedAt + 10]).toEqual([true, true])
  for (const engine of engines) {
    engine.kill('SIGTERM')
    if (engine.exitCode === null) await once(engine, 'exit')
    expect(engine.exitCode).toBe(0)
  }
})
