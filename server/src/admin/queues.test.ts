import { randomUUID } from 'node:crypto'
import { api, messages, type Query } from '@bidwell/contract'
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
const rowOf = (id: string) =>
  bidding.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isDue = async (id: string) => ((await rowOf(id)).next_try_at?.getTime() ?? Infinity) <= Date.now()
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
const act = (endpoint: typeof api.retryMessage | typeof api.cancelMessage, id: string) =>
  call(endpoint, { token: token(), params: { id }, body: { reason } })
const actOnJob = (endpoint: typeof api.retryJob | typeof api.cancelJob, id: number) =>
  call(endpoint, { token: token(), params: { id }, body: { reason } })
/** In their order, whichever answer came first. */
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
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

test('Of two administrators who try one message again at once, one does, the other is told, and a bystander stays', async () => {
  const [id, bystander] = [await addMessage(), await addMessage()]
  const before = await rowOf(bystander)
  const answers = await Promise.all([act(api.retryMessage, id), act(api.retryMessage, id)])
  expect(statusesOf(answers)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.failure.message).toBe(messages.admin.NOT_DONE.due)
  expect([(await rowOf(id)).ended_at, await isDue(id)]).toEqual([null, true])
  expect(await lastAction()).toEqual(['message_retried', 'email message welcome to no account', reason])
  expect(await rowOf(bystander)).toEqual(before)
})

test('A cancelled message is recorded with its reason and loses its contents, and the second to cancel it is told', async () => {
  const person = await bidding.api.signUp()
  const [id, bystander] = [await addMessage({ kind: 'sign-in-link', account: person.accountId }), await addMessage()]
  const before = await rowOf(bystander)
  const answers = await Promise.all([act(api.cancelMessage, id), act(api.cancelMessage, id)])
  expect(statusesOf(answers)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.failure.message).toBe(messages.admin.NOT_DONE.ended)
  expect(await rowOf(id)).toMatchObject({
    outcome: 'dropped',
    said: messages.admin.cancelledByOperator(reason),
    content: null,
    next_try_at: null,
  })
  const subject = `email message sign-in-link to account ${person.accountId}`
  expect(await lastAction()).toEqual(['message_cancelled', subject, reason])
  expect((await list({ state: 'dropped', kind: 'sign-in-link' })).messages.map((each) => each.id)).toEqual([id])
  expect((await act(api.retryMessage, id)).status).toBe(409)
  expect(await rowOf(bystander)).toEqual(before)
})

test('A message that a process sends right now is left to it', async () => {
  const id = await addMessage({ values: { leased_until: new Date(Date.now() + 10_000) } })
  for (const endpoint of [api.retryMessage, api.cancelMessage]) {
    const { status, failure } = await act(endpoint, id)
    expect([status, failure.message]).toEqual([409, messages.admin.NOT_DONE.sending])
  }
  expect((await rowOf(id)).ended_at).toBeNull()
  expect((await list()).messages.find((each) => each.id === id)?.is_sending).toBe(true)
})

test('What is gone cannot be acted on, and an action needs a reason', async () => {
  const answer = await act(api.cancelMessage, randomUUID())
  expect([answer.status, answer.failure.message]).toEqual([404, messages.admin.NOT_DONE.gone])
  expect((await actOnJob(api.cancelJob, 999_999)).status).toBe(404)
  const id = await addMessage()
  const blank = await call(api.cancelMessage, { token: token(), params: { id }, body: { reason: ' ' } })
  expect([blank.status, (await rowOf(id)).ended_at]).toEqual([400, null])
})

test('All messages of one kind are tried again that were tried in vain, and none of another kind', async () => {
  const [one, two, untried, other] = [
    await addMessage({ kind: 'many' }),
    await addMessage({ kind: 'many' }),
    await addMessage({ kind: 'many', values: { attempts: 0 } }),
    await addMessage({ kind: 'another' }),
  ]
  const retry = () =>
    call(api.retryMessages, { token: token(), body: { channel: 'email' as const, kind: 'many', reason } })
  expect((await retry()).body.data).toEqual({ retried: 2 })
  expect(await lastAction()).toEqual(['messages_retried', '2 email messages of kind many', reason])
  expect([await isDue(one), await isDue(two), await isDue(untried), await isDue(other)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect((await retry()).body.data).toEqual({ retried: 0 })
})

test('A job that has failed for good is shown with its error alone, and runs again with all its tries', async () => {
  const [id, bystander] = [await addFailedJob('verify-connection'), await addFailedJob('clean-up')]
  const listed = await jobs('failed')
  expect(listed.jobs.find((job) => job.id === id)).toMatchObject({
    task: 'verify-connection',
    state: 'failed',
    last_error: 'The site refuses',
  })
  expect(listed.tasks).toContainEqual({ task: 'verify-connection', waiting: 0, later: 0, running: 0, failed: 1 })
  expect(JSON.stringify(listed)).not.toContain(CANARY)
  const answers = await Promise.all([actOnJob(api.retryJob, id), actOnJob(api.retryJob, id)])
  expect(statusesOf(answers)).toEqual([200, 409])
  expect(await jobState(id)).toEqual({ attempts: 0, due: true })
  expect(await lastAction()).toEqual(['job_retried', `job verify-connection ${id}`, reason])
  expect((await jobs('waiting')).jobs.map((job) => job.id)).toContain(id)
  expect((await jobState(bystander))?.attempts).toBeGreaterThan(0)
})

test('A job is cancelled once, and not while it runs', async () => {
  const [id, running] = [await addFailedJob('clean-up'), await addFailedJob('clean-up')]
  const answers = await Promise.all([actOnJob(api.cancelJob, id), actOnJob(api.cancelJob, id)])
  expect(statusesOf(answers)).toEqual([200, 404])
  expect(await jobState(id)).toBeUndefined()
  expect(await lastAction()).toEqual(['job_cancelled', `job clean-up ${id}`, reason])
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a' where id = ${running}`.execute(
    bidding.db,
  )
  for (const endpoint of [api.cancelJob, api.retryJob]) {
    const { status, failure } = await actOnJob(endpoint, running)
    expect([status, failure.message]).toEqual([409, messages.admin.NOT_DONE.running])
  }
  expect((await jobs('running')).jobs.map((job) => job.id)).toEqual([running])
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
