import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { followEvents } from '../../../test/follow-events.ts'
import { DAY_MS, endSubscription, NOON, PLANS, type Planning, startPlanning } from '../../../test/planning.ts'
import { readMails } from '../../../test/read-mails.ts'
import { PAST_DUE_GRACE_MS } from '../../plans/decide-entitlement.ts'
import { followTrials } from './follow-trials.ts'
import { createPersonHasher, mailboxOf } from './hash-person.ts'
import { beginTrial } from './start-trial.ts'

const MINUTE_MS = 60_000

let it: Planning
beforeAll(async () => {
  it = await startPlanning()
})
afterAll(() => it[Symbol.asyncDispose]())

const start = ({ token }: Person) => it.api.call(api.startTrial, { token })
const statusOf = async ({ token }: Person) => (await it.api.call(api.readTrialStatus, { token })).body.data
const limitsOf = async ({ token }: Person) => (await it.api.call(api.readFeatureLimits, { token })).body.data
const eventsOf = async ({ accountId }: Person) =>
  (await it.db.selectFrom('product_events').select('kind').where('account_id', '=', accountId).orderBy('id').execute())
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('trial'))

/** Sets the wall clock, and signs in again: a session does not last so long. */
async function later(person: Person, instant: number): Promise<Person> {
  it.clock.set(instant)
  return { ...person, token: await it.api.signIn(person) }
}

async function trialist(): Promise<Person> {
  it.clock.set(NOON)
  const person = await it.bidder()
  expect((await start(person)).status).toBe(200)
  return person
}

test('A trial is started once, without a card, and its status counts what was used', async () => {
  it.clock.set(NOON)
  const [person, bystander] = [await it.bidder(), await it.bidder()]
  const before = {
    is_active: false,
    is_expired: false,
    days_remaining: 0,
    trial_expires: null,
    user_id: person.accountId,
    auctions_used: 0,
    snipes_used: 0,
    auction_limit: 2,
    snipe_limit: 2,
  }
  expect(await statusOf(person)).toEqual(before)
  const running = {
    ...before,
    is_active: true,
    days_remaining: 5,
    trial_expires: new Date(NOON + 5 * DAY_MS).toISOString(),
  }
  await using browser = await followEvents(it.api.url, person.token)
  expect((await start(person)).body.data).toEqual(running)
  await browser.next(({ type }) => type === 'plan_changed')
  it.clock.set(NOON + MINUTE_MS)
  expect((await start(person)).body.data).toEqual(running)
  expect(await eventsOf(person)).toEqual(['trial_started'])

  const { auctionId } = it.listItem()
  await it.track(person, auctionId)
  expect((await it.schedule(person, auctionId, 25)).status).toBe(200)
  expect(await statusOf(person)).toEqual({ ...running, auctions_used: 1, snipes_used: 1 })
  const { body } = await it.api.call(api.readProfile, { token: person.token })
  expect(body.subscription_tier).toBe('trial')
  expect([(await statusOf(bystander)).is_active, (await limitsOf(bystander)).subscription_tier]).toEqual([
    false,
    'free',
  ])
})

test('The status of a trial tells its limit of auctions and its limit of snipes', async () => {
  const trial = { ...PLANS.trial, auctions: 5, snipes: 1 }
  await using other = await startPlanning({ ...PLANS, trial })
  const { token } = await other.bidder()
  expect((await other.api.call(api.readTrialStatus, { token })).body.data).toMatchObject({
    auction_limit: 5,
    snipe_limit: 1,
  })
})

test('A trial ends to the millisecond: then nothing new is scheduled, and what was scheduled and tracked stays', async () => {
  const person = await trialist()
  const auctions = [it.listItem(), it.listItem()] as const
  for (const { auctionId } of auctions) await it.track(person, auctionId)
  const scheduled = (await it.schedule(person, auctions[0].auctionId, 25)).body.data.bid
  const end = NOON + 5 * DAY_MS

  const last = await later(person, end - 1)
  expect(await statusOf(last)).toMatchObject({ is_active: true, is_expired: false, days_remaining: 1 })
  expect((await it.api.call(api.readSnipeAccess, last)).body.data).toMatchObject({
    allowed: true,
    limit: 2,
    current: 1,
  })

  it.clock.set(end)
  expect(await statusOf(last)).toMatchObject({ is_active: false, is_expired: true, days_remaining: 0, snipes_used: 1 })
  expect(await limitsOf(last)).toMatchObject({
    subscription_tier: 'free',
    subscription_status: 'free',
    auction_limit: 1,
    auction_current: 2,
    auction_remaining: 0,
    can_add_auctions: false,
    can_create_snipes: false,
  })
  const refused = await it.schedule(last, auctions[1].auctionId, 25)
  expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
    403,
    'plan_limit_reached',
    "You've reached your monthly snipe limit (0). Please upgrade your plan to schedule more bids.",
  ])
  expect((await it.api.call(api.listAuctions, last)).body.data.auctions).toHaveLength(2)
  const bid = await it.db.selectFrom('bids').selectAll().where('id', '=', scheduled.id).executeTakeFirstOrThrow()
  expect(bid).toMatchObject({ status: 'pending', pending: null, deleted_at: null })
  const again = await start(last)
  expect([again.status, again.failure.message]).toEqual([
    409,
    'Your free trial has been used. It is there once for each person.',
  ])
})

test('A person has one trial, however the address is written, from however many accounts, and after a deletion', async () => {
  it.clock.set(NOON)
  const name = randomUUID().replaceAll('-', '')
  const written = [
    `${name}@gmail.com`,
    `${name.slice(0, 5)}.${name.slice(5)}+two@gmail.com`,
    `${name}+3@googlemail.com`,
  ]
  const people = await Promise.all(written.map((email) => it.api.signUp(email)))
  const answers = await Promise.all(people.map(start))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])

  // The other accounts of the person see before they ask that there is no trial for them.
  const shown = await Promise.all(people.map(statusOf))
  expect(shown.map(({ is_active, is_expired, trial_expires }) => [is_active, is_expired, trial_expires])).toEqual(
    answers.map(({ status }) =>
      status === 200 ? [true, false, new Date(NOON + 5 * DAY_MS).toISOString()] : [false, true, null],
    ),
  )

  const { accountId } = people[answers.findIndex(({ status }) => status === 200)]!
  await it.db.deleteFrom('accounts').where('id', '=', accountId).execute()
  expect((await start(await it.api.signUp(`${name}+again@gmail.com`))).status).toBe(409)
  const bystander = await it.api.signUp(`${name}@example.com`)
  expect(await statusOf(bystander)).toMatchObject({ is_expired: false, trial_expires: null })
  expect((await start(bystander)).status).toBe(200)
  const { rows } = await sql<{ text: string }>`select used_once::text as text from used_once`.execute(it.db)
  expect(rows.map(({ text }) => text).join()).not.toContain(name)
})

test('Dots and tags in an address are dropped where they reach the same mailbox', () => {
  expect(mailboxOf(' Ann.B+x@GoogleMail.com ')).toBe('annb@gmail.com')
  expect(mailboxOf('ann.b+x+y@example.com')).toBe('ann.b@example.com')
  expect(mailboxOf('ann@example.com')).toBe('ann@example.com')
})

const keyOf = (kid: string) => ({ kid, key: randomBytes(32) })

test('A person whose trial was recorded under a replaced session key has no second one', async () => {
  const [older, newer] = [keyOf('older'), keyOf('newer')]
  const email = `${randomUUID()}@example.com`
  const begin = async (keys: Parameters<typeof createPersonHasher>[0]) => {
    const person = await it.api.signUp()
    return it.db
      .transaction()
      .execute((tx) =>
        beginTrial(
          tx,
          { id: person.accountId, email },
          { plans: PLANS, hashPerson: createPersonHasher(keys), now: NOON },
        ),
      )
  }
  expect(await begin([older])).toBe(true)
  expect(await begin([newer, older])).toBe(false)
})

test('Who has a paid plan starts no trial, and keeps the plan for seven days after a failed payment, to the millisecond', async () => {
  it.clock.set(NOON)
  const person = await it.bidder()
  await it.subscribe(person, 'two', { pastDueSince: NOON })
  const refused = await start(person)
  expect([refused.status, refused.failure.message]).toEqual([409, 'Your plan already allows more than the trial.'])
  const last = await later(person, NOON + PAST_DUE_GRACE_MS - 1)
  expect(await limitsOf(last)).toMatchObject({ subscription_tier: 'two', subscription_status: 'past_due' })
  it.clock.set(NOON + PAST_DUE_GRACE_MS)
  expect(await limitsOf(last)).toMatchObject({ subscription_tier: 'free', has_active_subscription: false })
  await it.subscribe(last, 'two', { startedAt: NOON })
  expect(await limitsOf(last)).toMatchObject({ subscription_tier: 'two', subscription_status: 'active' })
  await it.subscribe(last, 'not in the file')
  expect(await limitsOf(last)).toMatchObject({ subscription_tier: 'free', snipe_limit: 0 })
  await endSubscription(it.db, last.accountId)
  expect((await start(last)).status).toBe(200)
})

/** Runs the job at an instant, and answers the subjects of what it mailed to the person. */
async function followAt(person: Person, instant: number): Promise<string[]> {
  it.clock.set(instant)
  const before = await readMails(it.db, person.email)
  await followTrials(it.ctx)
  return (await readMails(it.db, person.email)).slice(before.length).map(({ subject }) => subject)
}

test('The owner of a trial is mailed two days and one day before the end and at the end, once each', async () => {
  const person = await trialist()
  const end = NOON + 5 * DAY_MS
  expect(await followAt(person, end - 2 * DAY_MS - 1)).toEqual([])
  expect(await followAt(person, end - 2 * DAY_MS)).toEqual(['Your trial ends in 2 days'])
  expect(await followAt(person, end - DAY_MS - 1)).toEqual([])
  expect(await followAt(person, end - DAY_MS)).toEqual(['Your trial ends in 1 day'])
  expect(await followAt(person, end - 1)).toEqual([])
  expect(await eventsOf(person)).toEqual(['trial_started'])
  await using browser = await followEvents(it.api.url, await it.api.signIn(person))
  expect(await followAt(person, end)).toEqual(['Your trial has ended'])
  await browser.next(({ type }) => type === 'plan_changed')
  expect(await followAt(person, end + DAY_MS)).toEqual([])
  expect(await eventsOf(person)).toEqual(['trial_started', 'trial_expired'])
})

test('After a time without jobs, only the latest mail about a trial is sent', async () => {
  const [late, gone] = [await trialist(), await trialist()]
  expect(await followAt(late, NOON + 4.5 * DAY_MS)).toEqual(['Your trial ends in 1 day'])
  await it.db.updateTable('trials').set({ reminded_days: null }).where('account_id', '=', gone.accountId).execute()
  expect(await followAt(gone, NOON + 90 * DAY_MS)).toEqual(['Your trial has ended'])
  expect(await eventsOf(gone)).toEqual(['trial_started', 'trial_expired'])
})

test('Two jobs processes at once mail and record each end of a trial once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, trialist))
  it.clock.set(NOON + 5 * DAY_MS)
  await Promise.all(Array.from({ length: 4 }, () => followTrials(it.ctx)))
  for (const person of people) {
    expect(await eventsOf(person)).toEqual(['trial_started', 'trial_expired'])
    const mails = await readMails(it.db, person.email)
    expect(mails.filter(({ subject }) => subject.includes('trial'))).toHaveLength(1)
  }
})

test('Who has bought a plan is mailed nothing about the trial, whose end is recorded', async () => {
  const person = await trialist()
  await it.subscribe(person, 'elite')
  expect(await statusOf(person)).toMatchObject({ is_active: false, is_expired: false, days_remaining: 0 })
  expect(await followAt(person, NOON + 4 * DAY_MS)).toEqual([])
  expect(await followAt(person, NOON + 5 * DAY_MS)).toEqual([])
  expect(await eventsOf(person)).toEqual(['trial_started', 'trial_expired'])
})

test('The prices tell every plan and the days of the trial, and that payments are only practised', async () => {
  const { body } = await it.api.call(api.readPricing)
  expect(body.data).toMatchObject({ currency: 'usd', trial_days: 5, test_checkout: true, needs_verified_email: false })
  expect(body.data.plans.map(({ id, kind, monthly_price }) => [id, kind, monthly_price])).toEqual([
    ['trial', 'trial', null],
    ['free', 'free', null],
    ['ten', 'paid', 4.99],
    ['two', 'paid', 4.99],
    ['elite', 'paid', 4.99],
  ])
})

test('Without plans, everything is unlimited, and calls about plans do not exist', async () => {
  await using world = await startPlanning(null)
  const person = await world.bidder()
  const { token } = person
  for (let count = 1; count <= 3; count += 1) {
    const { auctionId } = world.listItem()
    await world.track(person, auctionId)
    expect((await world.schedule(person, auctionId, 25)).status).toBe(200)
  }
  expect((await world.api.call(api.readFeatureLimits, { token })).body.data).toEqual({
    subscription_tier: 'self-hosted',
    subscription_status: 'unlimited',
    auction_limit: -1,
    snipe_limit: -1,
    auction_current: 3,
    snipe_current: 3,
    auction_remaining: -1,
    snipe_remaining: -1,
    has_active_subscription: false,
    is_trialing: false,
    can_add_auctions: true,
    can_create_snipes: true,
    user_id: person.accountId,
  })
  for (const endpoint of [api.readPricing, api.readTrialStatus, api.startTrial]) {
    const { status, failure } = await world.api.call(endpoint, { token })
    expect([status, failure.code, failure.message]).toEqual([
      404,
      'not_found',
      'This installation has no plans: everything is unlimited.',
    ])
  }
})
