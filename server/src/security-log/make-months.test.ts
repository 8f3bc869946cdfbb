import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { createTestDatabase } from '../../test/database.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { makeMonths } from './make-months.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { linkSecurityLog, verifySecurityLog } from './verify-security-log.ts'

/** The first instant of the month so many months from now, as the database counts them. */
function monthAt(months: number): Date {
  const now = new Date(systemClock.now())
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
}

const tableOf = (months: number) => `security_events_${monthAt(months).toISOString().slice(0, 7).replace('-', '_')}`
const before = (at: Date) => new Date(at.getTime() - 1)

async function aDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database
}

const signedIn = { kind: 'signed_in', outcome: 'ok' as const, detail: '{}' }
const addEvents = (db: Db, instants: readonly Date[]) =>
  db
    .insertInto('security_events')
    .values(instants.map((at) => ({ ...signedIn, at })))
    .execute()

/** The tables in which the events stand, in the order of the events. */
async function placesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from security_events order by id`.execute(db)
  return rows.map(({ place }) => place)
}

/** What the jobs do when their clock shows the month so many months from now. */
const makeAt = (db: Db, months: number) => makeMonths({ db, clock: manualClock(monthAt(months).getTime()) })

test('At the turn of a month events go on into the next table, and the jobs have made those of the months after it', async () => {
  const { db, openAs } = await aDatabase()
  const jobs = openAs('jobs').db
  await addEvents(db, [before(monthAt(1)), monthAt(1), before(monthAt(2)), monthAt(2)])
  expect(await placesOf(db)).toEqual(['security_events_before', tableOf(1), tableOf(1), tableOf(2)])

  expect(await makeAt(jobs, 1)).toEqual([tableOf(3)])
  expect(await makeAt(jobs, 1)).toEqual([])
  await addEvents(db, [monthAt(3)])
  await recordSecurityEvent(openAs('api').db, {
    accountId: null,
    kind: 'signed_in',
    outcome: 'failed',
    ipAddress: null,
    userAgent: null,
    requestId: null,
  })
  expect((await placesOf(db)).slice(4)).toEqual([tableOf(3), 'security_events_before'])
})

test('Two processes that make the same months at once both succeed, and each month is made once', async () => {
  const { openAs } = await aDatabase()
  const made = await Promise.all([makeAt(openAs('jobs').db, 2), makeAt(openAs('jobs').db, 2)])
  expect(made.flat().toSorted()).toEqual([tableOf(3), tableOf(4)].toSorted())
})

test('An event without a table for its month is kept, and its month is left out when the tables are made', async () => {
  const { db, openAs } = await aDatabase()
  await addEvents(db, [monthAt(3), monthAt(40)])
  expect(await placesOf(db)).toEqual(['security_events_other', 'security_events_other'])

  expect(await makeAt(openAs('jobs').db, 2)).toEqual([tableOf(4)])
  await addEvents(db, [before(monthAt(4)), monthAt(4)])
  expect((await placesOf(db)).slice(2)).toEqual(['security_events_other', tableOf(4)])
})

test('Tables are made for a year ahead at most, whatever a process asks for', async () => {
  const { openAs } = await aDatabase()
  const made = await makeAt(openAs('jobs').db, 1_000)
  expect(made.at(-1)).toBe(tableOf(12))
})

test('A missing table of the next month is a trouble until the jobs have made it, and that of a later month is none', async () => {
  const metricsToken = 'token-of-more-than-thirty-two-characters'
  const clock = manualClock(systemClock.now())
  await using api = await startTestApi({ metricsToken, clock })
  const troubles = async () => {
    await clock.advanceBy(1_000)
    const answer = await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    return (await answer.text()).split('\n').filter((line) => line.includes('kind="month_missing"'))
  }
  const isTold = 'bidwell_trouble{kind="month_missing"} 1'
  await sql.raw(`drop table ${tableOf(2)}`).execute(api.db)
  expect(await troubles()).not.toContain(isTold)
  await sql.raw(`drop table ${tableOf(1)}`).execute(api.db)
  expect(await troubles()).toContain(isTold)

  expect(await makeAt(api.openAs('jobs').db, 0)).toEqual([tableOf(1), tableOf(2)])
  expect(await troubles()).not.toContain(isTold)
})

test('The chain leads from one month into the next, and shows a change in either of them', async () => {
  const { db, openAs } = await aDatabase()
  const jobs = openAs('jobs').db
  await addEvents(db, [before(monthAt(1)), monthAt(1), before(monthAt(1)), monthAt(40)])
  await linkSecurityLog(jobs)
  const verify = (whole: boolean) => verifySecurityLog(jobs, monthAt(1).getTime(), { whole })
  expect(await verify(true)).toMatchObject({ length: 4, from: 0, brokenAt: null })

  await addEvents(db, [before(monthAt(1)), monthAt(1)])
  expect(await verify(false)).toMatchObject({ length: 6, from: 4, brokenAt: null })
  for (const [place, table] of [
    [3, 'security_events_before'],
    [2, tableOf(1)],
  ] as const) {
    await sql.raw(`alter table ${table} disable trigger user`).execute(db)
    await sql.raw(`update ${table} set outcome = 'failed' where id = ${place}`).execute(db)
    expect(await verify(true)).toMatchObject({ brokenAt: place })
  }
})

test('An event that comes with a place in the chain is linked at the end all the same', async () => {
  const { db, openAs } = await aDatabase()
  await addEvents(db, [before(monthAt(1))])
  await linkSecurityLog(db)
  await openAs('api')
    .db.insertInto('security_events')
    .values({ ...signedIn, at: monthAt(1), chain_position: 1 })
    .execute()
  await linkSecurityLog(db)
  const rows = await db.selectFrom('security_events').select('chain_position').orderBy('id').execute()
  expect(rows).toEqual([{ chain_position: 1 }, { chain_position: 2 }])
})

test.each(['security_events_before', 'security_events_other', tableOf(1)])(
  'The table %s refuses changes, deletions and truncation as the whole log does, also to its owner',
  async (table) => {
    const { db } = await aDatabase()
    await addEvents(db, [before(monthAt(1)), monthAt(1), monthAt(40)])
    for (const statement of [
      `update ${table} set outcome = 'failed'`,
      `delete from ${table}`,
      `truncate ${table}`,
      'truncate security_events',
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
    expect(await placesOf(db)).toHaveLength(3)
  },
)
