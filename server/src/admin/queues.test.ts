import { randomUUID } from 'node:crypto'
import { api, type Query } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Administered, startAdministered } from '../../test/appoint.ts'

let bidding: Administered
beforeAll(async () => {
  bidding = await startAdministered()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const CANARY = 'canary-in-a-message'
const reason = 'The mail server was down'
const token = () => bidding.admin.token
const call: Administered['api']['call'] = (...args) => bidding.api.call(...args)

type Change = { kind?: string; account?: number | null; values?: Record<string, unknown> }

/** Queues a mail that was tried once in vain, and is tried again in an hour. Returns its id. */
async function addMessage({ kind = 'welcome', account = null, values = {} }: Change = {}) {
  const id = randomUUID()
  const now = Date.now()
  await bidding.db
    .insertInto('deliveries')
    .values({
      id,
      channel: 'email',
      lane: 'example.com',
      recipient: `${CANARY}@example.com`,
      kind,
      content: JSON.stringify({ url: `https://example.com/${CANARY}` }),
      account_id: account,
      attempts: 1,
      said: '421 Try later',
      next_try_at: new Date(now + 3_600_000),
      give_up_at: new Date(now + 86_400_000),
      created_at: new Date(now),
      ...values,
    })
    .execute()
  return id
}
const ENDED = { ended_at: new Date(), next_try_at: null, content: null }

/** Adds a job that has used up its tries. Returns its id. */
async function addFailedJob(task: string) {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job(${task}, ${JSON.stringify({ secret: CANARY })}::json)`.execute(bidding.db)
  const id = rows[0]!.id
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${'The site refuses\nat line 1'})`.execute(
    bidding.db,
  )
  return id
}
const jobState = async (id: number) =>
  (
    await sql<{ attempts: number; due: boolean }>`
      select attempts, run_at <= now() as due from graphile_worker.jobs where id = ${id}`.execute(bidding.db)
  ).rows[0]

async function list(query: Query<typeof api.listQueuedMessages> = {}) {
  return (await call(api.listQueuedMessages, { token: token(), query })).body.data
}
const jobs = async (state: 'failed' | 'waiting' | 'later' | 'running') =>
  (await call(api.listQueuedJobs, { token: token(), query: { state } })).body.data
async function lastAction() {
  const [last] = (await call(api.listAdminActions, { token: token() })).body.data.actions
  return [last?.action, last?.subject, last?.reason]
}

test('A message stands in the list of its state with what the other side said, and without what is in it and where it goes', async () => {
  const person = await bidding.api.signUp()
  const waiting = await addMessage({ account: person.accountId })
  const later = await addMessage({ values: { attempts: 0, said: null } })
  const failed = await addMessage({
    values: { ...ENDED, outcome: 'refused', said: `550 <${CANARY}@example.com> unknown` },
  })
  const sent = await addMessage({ values: { ...ENDED, outcome: 'sent' } })
  const dropped = await addMessage({ values: { ...ENDED, outcome: 'dropped', said: 'seen' } })
  const nothing = await addMessage({ kind: 'nothing', values: { ...ENDED, outcome: 'too_late' } })
  const all: string[] = [waiting, later, failed, sent, dropped, nothing]
  const own = async (state: 'waiting' | 'later' | 'failed' | 'sent' | 'dropped') =>
    (await list({ state })).messages.filter(({ id }) => all.includes(id)).map(({ id }) => id)
  expect([await own('waiting'), await own('later')]).toEqual([[waiting], [later]])
  expect([await own('failed'), await own('sent'), await own('dropped')]).toEqual([[failed], [sent], [dropped]])

  const answer = await list({ state: 'waiting', channel: 'email', kind: 'welcome' })
  expect(answer.messages.find(({ id }) => id === waiting)).toMatchObject({
    account: { id: person.accountId, email: person.email },
    attempts: 1,
    said: '421 Try later',
    outcome: null,
  })
  expect(answer.kinds).toContainEqual(expect.objectContaining({ channel: 'email', kind: 'welcome', tried: 1 }))
  expect((await list({ channel: 'sms' })).messages).toEqual([])
  expect((await list({ kind: 'reset-password' })).messages.map(({ id }) => id)).not.toContain(waiting)
  const refused = await list({ state: 'failed' })
  expect(refused.messages.find(({ id }) => id === failed)?.said).toBe('550 <(recipient)> unknown')
  for (const each of [answer, refused]) expect(JSON.stringify(each)).not.toContain(CANARY)
})

test('Pages of messages follow one another, in the order in which they are given up and latest ended first', async () => {
  const at = Math.floor(Date.now() / 1000) * 1000
  for (let n = 0; n < 30; n += 1) {
    await addMessage({ kind: 'page', values: { give_up_at: new Date(at + 3_600_000 + n) } })
    await addMessage({ kind: 'page', values: { ...ENDED, outcome: 'too_late', ended_at: new Date(at - n) } })
  }
  for (const state of ['waiting', 'failed'] as const) {
    const first = await list({ state, kind: 'page' })
    const second = await list({ state, kind: 'page', cursor: first.next_cursor ?? '' })
    const keys = [...first.messages, ...second.messages].map((message) =>
      state === 'waiting' ? Date.parse(message.gives_up_at) : -Date.parse(message.ended_at ?? ''),
    )
    expect([first.messages.length, second.messages.length, second.next_cursor]).toEqual([25, 5, null])
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    expect(new Set(keys).size).toBe(30)
  }
  await bidding.db.deleteFrom('deliveries').where('kind', '=', 'page').execute()
})

test('A job that has failed for good is shown with its error alone', async () => {
  const id = await addFailedJob('verify-connection')
  const listed = await jobs('failed')
  expect(listed.jobs.find((job) => job.id === id)).toMatchObject({
    task: 'verify-connection',
    state: 'failed',
    last_error: 'The site refuses',
  })
  expect(listed.tasks).toContainEqual({ task: 'verify-connection', waiting: 0, later: 0, running: 0, failed: 1 })
  expect(JSON.stringify(listed)).not.toContain(CANARY)
})

test('All jobs of one task run again that have failed for good', async () => {
  const [one, two, other] = [
    await addFailedJob('follow-trials'),
    await addFailedJob('follow-trials'),
    await addFailedJob('link-vault-uses'),
  ]
  const body = { task: 'follow-trials', reason }
  expect((await call(api.retryJobs, { token: token(), body })).body.data).toEqual({ retried: 2 })
  expect(await lastAction()).toEqual(['jobs_retried', '2 jobs follow-trials', reason])
  expect([await jobState(one), await jobState(two)]).toEqual([
    { attempts: 0, due: true },
    { attempts: 0, due: true },
  ])
  expect((await jobState(other))?.attempts).toBeGreaterThan(0)
})
