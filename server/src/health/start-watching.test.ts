import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApi } from '../../test/api.ts'
import { budgetOf, QUICK, startWatched, told, TOKEN, until, watch } from '../../test/watched.ts'

const metric = async ({ url }: TestApi, name: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return (await answer.text()).split('\n').find((line) => line.startsWith(name))
}

const loseEngines = ({ db }: TestApi) =>
  sql`update engines set heartbeat_at = now() - interval '30 s', started_at = now() - interval '1 hour'`.execute(db)
const bringBack = ({ db }: TestApi) =>
  sql`update engines set heartbeat_at = clock_timestamp() + interval '1 hour'`.execute(db)

test('Each administrator is told when a trouble begins and when it is over, once, though two processes watch', async () => {
  await using it = await startWatched()
  await using _one = watch(it.api)
  await using _other = watch(it.api)
  await loseEngines(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)
  await bringBack(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 4)).toBe(true)
  expect((await told(it.api, it.admin.accountId)).toSorted()).toEqual([
    'in_danger: No engine can send bids',
    'recovered: Over: engine silent',
    'recovered: Over: no engine',
    'troubled: 1 engine is silent',
  ])
  expect(await told(it.api, it.bystander.accountId)).toEqual([])
})

test('A trouble that comes back within the hour is not told again, and after the hour it is', async () => {
  await using it = await startWatched()
  await using _watching = watch(it.api)
  const dangers = async () =>
    (await told(it.api, it.admin.accountId)).filter((line) => line.startsWith('in_danger')).length
  const isOver = async () => {
    const open = it.api.db.selectFrom('incidents').select('kind').where('ended_at', 'is', null)
    return (await open.execute()).length === 0
  }
  await loseEngines(it.api)
  expect(await until(async () => (await dangers()) === 1)).toBe(true)
  await bringBack(it.api)
  expect(await until(isOver)).toBe(true)
  await loseEngines(it.api)
  expect(await until(async () => !(await isOver()))).toBe(true)
  await bringBack(it.api)
  expect(await until(isOver)).toBe(true)
  expect(await dangers()).toBe(1)
  await sql`update incidents set told_at = told_at - interval '1 hour'`.execute(it.api.db)
  await loseEngines(it.api)
  expect(await until(async () => (await dangers()) === 2)).toBe(true)
})

test('A look that fails ends no other trouble: that one is told as over when it is, and not before', async () => {
  await using it = await startWatched()
  let failed = 0
  let isAway = false
  const budget = budgetOf(it.api.db)
  const state = async () => {
    if (!isAway) return budget.state()
    failed += 1
    throw new Error('The connection was closed')
  }
  await using _watching = watch(it.api, { readBudget: { ...budget, state } })
  await loseEngines(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)

  isAway = true
  expect(await until(async () => failed > 0)).toBe(true)
  isAway = false
  const isBack = async () => {
    const away = it.api.db.selectFrom('incidents').where('kind', '=', 'database_away').where('ended_at', 'is not', null)
    return (await away.select('kind').executeTakeFirst()) !== undefined
  }
  expect(await until(isBack)).toBe(true)
  const dangers = ['in_danger: No engine can send bids', 'troubled: 1 engine is silent']
  expect((await told(it.api, it.admin.accountId)).toSorted()).toEqual(dangers)
  await bringBack(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 4)).toBe(true)
  expect((await told(it.api, it.admin.accountId)).toSorted()).toEqual([
    dangers[0],
    'recovered: Over: engine silent',
    'recovered: Over: no engine',
    dangers[1],
  ])
  expect(await told(it.api, it.bystander.accountId)).toEqual([])
})

test('What an installation lacks that was just started, and what passes within seconds, is not told', async () => {
  await using it = await startWatched()
  await loseEngines(it.api)
  await using _starting = watch(it.api, { times: { ...QUICK, settledMs: 60_000 } })
  const hasSeen = async () => (await it.api.db.selectFrom('incidents').select('kind').execute()).length === 2
  expect(await until(hasSeen)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual([])
})

test('An administrator who lost the second factor or the address is told nothing', async () => {
  await using it = await startWatched()
  await it.api.db.deleteFrom('totp_secrets').execute()
  await loseEngines(it.api)
  await using _watching = watch(it.api)
  const isTold = async () =>
    (await it.api.db.selectFrom('incidents').select('kind').where('told_at', 'is not', null).execute()).length === 2
  expect(await until(isTold)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual([])
})

test('A full disk of the jobs shows in the metrics and as an alert, and is over when there is room again', async () => {
  await using it = await startWatched()
  let free = 5_000_000
  const full = watch(it.api, { readFreeBytes: async () => free })
  const shows = (value: string) => async () =>
    (await metric(it.api, 'bidwell_trouble{kind="disk_full"}'))?.endsWith(value) === true
  expect(await until(shows(' 1'))).toBe(true)
  await sql`update incidents set began_at = began_at - interval '1 minute'`.execute(it.api.db)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 1)).toBe(true)
  await full[Symbol.asyncDispose]()
  free = 9 * 2 ** 30
  await using _roomy = watch(it.api, { readFreeBytes: async () => free })
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual(['in_danger: A disk is full', 'recovered: Over: disk full'])
})
