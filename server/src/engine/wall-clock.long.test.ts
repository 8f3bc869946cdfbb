import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, API_BASE } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { aRegistration } from '../../test/api.ts'
import { freePort } from '../../test/free-port.ts'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'

const PRELOAD = fileURLToPath(new URL('../../test/shifted-clock.ts', import.meta.url))
const READS = 'ItemDetail/GetItemDetailModelByItemId'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOLERANCE_MS = 2_000

/** By how many ms, and to which zone, the wall clocks are set one after another. */
const STEPS: [ms: number, zone: string][] = [
  [HOUR, 'Asia/Kolkata'],
  [-HOUR, 'America/Chicago'],
  [DAY, 'Pacific/Auckland'],
  [-DAY, 'America/St_Johns'],
]

type Sniping = Awaited<ReturnType<typeof startSniping>>

/** Starts engine, API and jobs, each with a wall clock that can be set while they run. */
async function startPrograms(it: Sniping) {
  const names = ['api', 'engine', 'jobs'] as const
  const fileOf = (name: string) => join(it.dataDir, `clock-of-${name}`)
  const setClock = (name: string, ms: number, zone: string) => writeFile(fileOf(name), `${ms} ${zone}`)
  const envOf = (name: string) => ({ NODE_OPTIONS: `--import=${PRELOAD}`, SHIFTED_CLOCK: fileOf(name) })

  await setClock('api', 0, 'America/Chicago')
  // The clock of the engine's machine is wrong from the start.
  await setClock('engine', 3 * HOUR, 'Asia/Kolkata')
  await setClock('jobs', 0, 'Europe/London')
  const port = await freePort()
  const programs = [
    it.spawnProgram('api', { ...envOf('api'), PORT: String(port) }),
    it.spawnProgram('jobs', envOf('jobs')),
    await it.spawnEngine({ env: envOf('engine') }),
  ]
  const outputs = programs.map(() => '')
  programs.forEach(({ stdout }, index) => stdout?.on('data', (text: string) => (outputs[index] += text)))

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
    call(api.readClock).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isUp).toBe(200)
  return {
    call,
    /** Whether each program has logged that its machine's clock was set. */
    clockWarnings: () => outputs.map((text) => text.includes("the machine's clock was set")),
    setClocks: (ms: number, zone: string) => Promise.all(names.map((name) => setClock(name, ms, zone))),
  }
}

test('Setting the wall clock by an hour or a day, or to another zone, moves no bid, session or refresh', async () => {
  await using it = await startSniping()
  const unwatched = []
  for (let index = 0; index < 20; index++) unwatched.push(await it.snipe({ endsInSeconds: 5 * 3_600 + index }))
  const setNextCheck = (at: number) => it.db.updateTable('listings').set({ next_check_at: new Date(at) })
  await setNextCheck(systemClock.now() + HOUR / 2).execute()
  it.house.control.clearReads()
  const readsOf = (itemId: number) => it.house.control.readReads().reads[READS]?.items[itemId] ?? 0

  const { call, setClocks, clockWarnings } = await startPrograms(it)
  const { body: signedUp } = await call(api.register, undefined, aRegistration())
  const snipes = []
  for (const index of STEPS.keys()) snipes.push(await it.snipe({ endsInSeconds: 12 + 2 * index }))
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

    expect((await call(api.readProfile, signedUp.token)).status).toBe(200)
    const { now, uncertainty_ms } = (await call(api.readClock)).body.data
    expect(Math.abs(Date.parse(now) - it.house.control.readClock().now)).toBeLessThan(uncertainty_ms + TOLERANCE_MS)
  }
  await expect.poll(clockWarnings).toEqual([true, true, true])
  expect(new Set(engines).size).toBe(1)
  for (const { bidId } of snipes) {
    expect(await it.until(bidId, ({ settled_at }) => settled_at !== null)).toMatchObject({ status: 'won', fence: 1 })
  }

  expect(unwatched.map(({ itemId }) => readsOf(itemId))).toEqual(unwatched.map(() => 0))
  const due = unwatched[0]!
  await setNextCheck(systemClock.now() - 1_000)
    .where('auction_id', '=', String(due.itemId))
    .execute()
  await expect.poll(() => readsOf(due.itemId)).toBe(1)
})
