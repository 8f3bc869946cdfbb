import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_BASE, readClock, readProfile, register } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { aRegistration } from '../../test/api.ts'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { freePort } from '../platform/database/embedded/free-port.ts'

const PRELOAD = fileURLToPath(new URL('../../test/shifted-clock.ts', import.meta.url))
const READS = 'ItemDetail/GetItemDetailModelByItemId'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOLERANCE_MS = 2_000
const SURELY = { timeout: 30_000 }

/** By how much the clocks are set, and into which zone, one after the other. */
const STEPS: [ms: number, zone: string][] = [
  [HOUR, 'Asia/Kolkata'],
  [-HOUR, 'America/Chicago'],
  [DAY, 'Pacific/Auckland'],
  [-DAY, 'America/St_Johns'],
]

type Sniping = Awaited<ReturnType<typeof startSniping>>

/** Engine, API and jobs, each with a wall clock of its own that can be set while they run. */
async function startPrograms(it: Sniping) {
  const names = ['api', 'engine', 'jobs'] as const
  const fileOf = (name: string) => join(it.dataDir, `clock-of-${name}`)
  const setClock = (name: string, ms: number, zone: string) => writeFile(fileOf(name), `${ms} ${zone}`)
  const envOf = (name: string) => ({ NODE_OPTIONS: `--import=${PRELOAD}`, SHIFTED_CLOCK: fileOf(name) })

  await setClock('api', 0, 'America/Chicago')
  // An engine on a machine whose clock has been wrong all along.
  await setClock('engine', 3 * HOUR, 'Asia/Kolkata')
  await setClock('jobs', 0, 'Europe/London')
  const port = await freePort()
  const programs = [
    it.spawnProgram('api', { ...envOf('api'), PORT: String(port) }),
    it.spawnProgram('jobs', envOf('jobs')),
    await it.spawnEngine(it.url, envOf('engine')),
  ]
  const said = programs.map(() => '')
  programs.forEach(({ stdout }, index) => stdout?.on('data', (text: string) => (said[index] += text)))

  async function call({ method, path }: { method: string; path: string }, token?: string, body?: object) {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const isUp = () =>
    call(readClock).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isUp, SURELY).toBe(200)
  return {
    call,
    /** Whether each program has seen that its machine's clock was set. */
    sawItSet: () => said.map((text) => text.includes("the machine's clock was set")),
    setClocks: (ms: number, zone: string) => Promise.all(names.map((name) => setClock(name, ms, zone))),
  }
}

test('a wall clock set by an hour or a day, or into another zone, moves nothing', async () => {
  await using it = await startSniping()
  const snipes = []
  for (const endsInSeconds of [25, 31, 37, 43]) snipes.push(await it.snipe({ endsInSeconds, secondsBeforeEnd: 2 }))
  // Listings that are not due for long, and one that is, once it is said to be.
  const quiet = []
  for (let place = 0; place < 20; place++) quiet.push(await it.snipe({ endsInSeconds: 5 * 3_600 + place }))
  await it.db
    .updateTable('listings')
    .set({ next_check_at: new Date(systemClock.now() + HOUR / 2) })
    .execute()
  it.house.control.clearReads()
  const readsOf = (itemId: number) => it.house.control.readReads().reads[READS]?.items[itemId] ?? 0

  const { call, setClocks, sawItSet } = await startPrograms(it)
  const { body: signedUp } = await call(register, undefined, aRegistration())
  for (const { bidId } of snipes) await it.untilLogged(bidId, 'armed')
  const engines = await Promise.all(snipes.map(async ({ bidId }) => (await it.readBid(bidId)).engine_id))

  for (const [index, [ms, zone]] of STEPS.entries()) {
    await setClocks(ms, zone)
    const { bidId, itemId, endsAt } = snipes[index]!
    const sent = await it.until(bidId, ({ status }) => status !== 'pending')
    expect(sent).toMatchObject({ status: expect.stringMatching(/executed|won/), fence: 1 })
    const arrivals = it.arrivals(itemId)
    expect(arrivals).toMatchObject([{ outcome: 'leading' }])
    expect(Math.abs(arrivals[0]!.firstByteAt - (endsAt - 2_000))).toBeLessThan(TOLERANCE_MS)

    expect((await call(readProfile, signedUp.token)).status).toBe(200)
    const { now, uncertainty_ms } = (await call(readClock)).body.data
    expect(Math.abs(Date.parse(now) - it.house.control.readClock().now)).toBeLessThan(uncertainty_ms + TOLERANCE_MS)
  }
  await expect.poll(sawItSet, SURELY).toEqual([true, true, true])
  expect(new Set(engines).size).toBe(1)
  for (const { bidId } of snipes) {
    expect(await it.until(bidId, ({ settled_at }) => settled_at !== null)).toMatchObject({ status: 'won', fence: 1 })
  }

  expect(quiet.map(({ itemId }) => readsOf(itemId))).toEqual(quiet.map(() => 0))
  const [first] = quiet
  await it.db
    .updateTable('listings')
    .set({ next_check_at: new Date(systemClock.now() - 1_000) })
    .where('auction_id', '=', String(first!.itemId))
    .execute()
  await expect.poll(() => readsOf(first!.itemId), SURELY).toBe(1)
}, 180_000)
