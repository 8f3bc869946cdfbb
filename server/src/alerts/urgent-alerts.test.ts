import { randomUUID } from 'node:crypto'
import type { NotificationContent } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { manualClock } from '../../test/manual-clock.ts'
import type { Delivery } from '../notifying/deliveries/delivery.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { systemClock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { composeAlert } from './compose-alert.ts'
import { fanOut } from './fan-out.ts'
import { reasonToDrop } from './reason-to-drop.ts'

const MINUTE_MS = 60_000

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** Decides on what is due, as the jobs do. */
const decide = (at = systemClock.now()) =>
  fanOut(aCtx({ db: bidding.api.openAs('jobs').db, clock: manualClock(at) }), neverAborted)

const tell = ({ accountId }: Person, content: NotificationContent, key: string = randomUUID()) =>
  bidding.db.transaction().execute((tx) => notify(tx, [{ ...content, accountId, key }]))

const alertsOf = ({ accountId }: Person) =>
  bidding.db
    .selectFrom('deliveries')
    .select(['channel', 'outcome', 'said', 'give_up_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'alert')
    .orderBy('position')
    .execute()

async function verify({ accountId }: Person) {
  const email_verified_at = new Date(systemClock.now())
  await bidding.db.updateTable('accounts').set({ email_verified_at }).where('id', '=', accountId).execute()
}

/** The owner of a bid that is sent in half an hour, with a verified address. */
async function owner() {
  const scheduled = await bidding.scheduledBid()
  await verify(scheduled.person)
  return { ...scheduled, fireAt: new Date(scheduled.bid.fire_at) }
}

test('A warning is of use until the next bid is sent, also while an earlier bid still waits for its result', async () => {
  const [ann, bystander] = [await owner(), await owner()]
  const { auctionId } = bidding.listItem()
  await bidding.track(ann.person, auctionId)
  const { body } = await bidding.schedule(ann.person, auctionId, 30)
  const fire_at = new Date(systemClock.now() - MINUTE_MS)
  await bidding.db.updateTable('bids').set({ fire_at }).where('id', '=', body.data.bid.id).execute()
  for (const { person } of [ann, bystander]) await tell(person, { kind: 'no_engine', values: {} })
  await decide()
  for (const { person, fireAt } of [ann, bystander]) {
    expect(await alertsOf(person)).toEqual([{ channel: 'email', outcome: null, said: null, give_up_at: fireAt }])
  }
})

/** The alert of a person that has not left yet, at its second try. */
async function waiting({ accountId }: Person): Promise<Delivery> {
  const { account_id, destination_id, notification_id, created_at, give_up_at, ...row } = await bidding.db
    .selectFrom('deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'alert')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    accountId: account_id,
    destinationId: destination_id,
    notificationId: notification_id,
    attempt: 2,
    createdAt: created_at.getTime(),
    giveUpAt: give_up_at.getTime(),
  }
}

const DANGER = { kind: 'installation_in_danger', values: { title: 'No engine', text: 'No bid is sent.' } } as const

const standing = async (kind: string, { endedAt = null }: { endedAt?: Date | null } = {}) => {
  await bidding.db.deleteFrom('incidents').where('kind', '=', kind).execute()
  await bidding.db
    .insertInto('incidents')
    .values({ kind, began_at: new Date(0), ended_at: endedAt })
    .execute()
}

test('A trouble that is over is told no more, and one that stands is told once, without a time to act', async () => {
  const [ann, bob, cid] = [await bidding.bidder(), await bidding.bidder(), await bidding.bidder()]
  for (const person of [ann, bob, cid]) await verify(person)
  await standing('no_engine')
  await standing('disk_full', { endedAt: new Date(systemClock.now()) })
  const told = systemClock.now()
  await tell(ann, DANGER, 'trouble no_engine 0')
  await tell(bob, DANGER, 'trouble disk_full 0')
  await tell(cid, DANGER, 'trouble no_engine 0')
  await decide()
  const sent = expect.objectContaining({ channel: 'email', outcome: null })
  expect([await alertsOf(ann), await alertsOf(cid)]).toEqual([[sent], [sent]])
  expect(await alertsOf(bob)).toMatchObject([{ outcome: 'dropped', said: 'not_true' }])
  expect((await composeAlert(bidding.ctx, await waiting(ann))).text).toBe('No bid is sent.')

  for (const hours of [23, 23.7, 23.95]) await decide(told + hours * 60 * MINUTE_MS)
  expect(await alertsOf(ann)).toEqual([sent])
  await standing('no_engine', { endedAt: new Date(systemClock.now()) })
  expect(await reasonToDrop({ ...bidding.ctx, plans: null }, await waiting(ann))).toBe('not_true')
})

test('That alerts to a place are switched off is told while they are', async () => {
  const [ann, bob] = [await bidding.bidder(), await bidding.bidder()]
  const placeOf = async ({ accountId }: Person, stopped_at: Date | null) => {
    const stopped = { stopped_at, stopped_because: stopped_at && ('failing' as const) }
    const webhook = { channel: 'webhook', address: `https://example.com/${accountId}`, label: 'Hook' } as const
    const verified_at = new Date(systemClock.now())
    const place = { account_id: accountId, ...webhook, ...stopped, verified_at }
    const { id } = await bidding.db.insertInto('destinations').values(place).returning('id').executeTakeFirstOrThrow()
    return `destination ${id} stopped 0`
  }
  const values = { label: 'Hook', because: 'failing' } as const
  await tell(ann, { kind: 'alerts_stopped', values }, await placeOf(ann, new Date(systemClock.now())))
  await tell(bob, { kind: 'alerts_stopped', values }, await placeOf(bob, null))
  for (const person of [ann, bob]) await verify(person)
  await decide()
  expect(await alertsOf(ann)).toMatchObject([{ channel: 'email', outcome: null }])
  expect((await composeAlert(bidding.ctx, await waiting(ann))).text).not.toContain('You have until')
  expect((await alertsOf(bob)).map(({ said }) => said)).toContain('not_true')
})

test('Of several restored bids, the alert says that each has its own moment', async () => {
  const [ann, bystander] = [await owner(), await owner()]
  const restored_from = new Date(systemClock.now())
  for (const [{ person, bid }, bids] of [
    [ann, 2],
    [bystander, 1],
  ] as const) {
    await bidding.db.updateTable('bids').set({ restored_from }).where('id', '=', bid.id).execute()
    const values = { takenAt: restored_from.getTime(), bids, maxBidCents: null }
    await tell(person, { kind: 'bids_restored', values })
  }
  await decide()
  const textOf = async ({ person }: typeof ann) => (await composeAlert(bidding.ctx, await waiting(person))).text
  expect(await textOf(ann)).toMatch(/ Each has until its own moment, the last until /)
  expect(await textOf(bystander)).toMatch(/ You have until /)
})
