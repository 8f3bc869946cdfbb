import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type PretendEngine, pretendEngine } from '../../test/pretend-engine.ts'
import { lockInBids } from '../engine/lock-in-bids.ts'
import { systemClock } from '../platform/clock.ts'

const params = { provider: 'shopgoodwill' } as const
const DEMO = { username: 'demo', password: 'demo' }

let world: Bidding
let engine: PretendEngine

beforeAll(async () => {
  world = await startBidding()
  engine = await pretendEngine(world.db)
})
afterAll(() => world[Symbol.asyncDispose]())

const remove = ({ token }: Person) => world.api.call(api.removeCredentials, { token, params })
const store = ({ token }: Person) => world.api.call(api.storeCredentials, { token, params, body: DEMO })
const isConnected = async ({ token }: Person) =>
  (await world.api.call(api.readCredentialsStatus, { token })).body.data.hasCredentials

async function lockIn(bidId: number, fence: number) {
  const at = systemClock.now()
  const [isLockedIn] = lockInBids(world.db, engine.id, [{ bidId, fence, at, notSentBefore: at }])
  return isLockedIn ?? false
}

/** A bid of a new account that the engine has claimed. */
async function heldBid() {
  const { person, bid } = await world.scheduledBid()
  return { person, id: bid.id, fence: await engine.claim(bid.id) }
}

test.each([
  ['removed', remove],
  ['replaced', store],
])('A bid is not locked in with a login that was %s since the claim', async (_how, change) => {
  using _timeout = world.withConfirmTimeout(50)
  const [held, bystander] = [await heldBid(), await heldBid()]
  expect((await change(held.person)).body.data.not_stopped).toMatchObject([
    { id: held.id, because: 'not_confirmed', message: messages.bid.loginChangeNotConfirmed },
  ])
  expect(await lockIn(held.id, held.fence)).toBe(false)
  expect(await lockIn(bystander.id, bystander.fence)).toBe(true)
})

test('A bid that is claimed again after its login was replaced can be locked in', async () => {
  using _timeout = world.withConfirmTimeout(50)
  const held = await heldBid()
  await store(held.person)
  expect(await lockIn(held.id, await engine.claim(held.id))).toBe(true)
})

test('A login that is removed and stored again is another login', async () => {
  using _timeout = world.withConfirmTimeout(50)
  const held = await heldBid()
  await remove(held.person)
  await store(held.person)
  expect(await lockIn(held.id, held.fence)).toBe(false)
})

test('Removing a login waits until the engine has released the bid that it could still send', async () => {
  const [held, bystander] = [await heldBid(), await heldBid()]
  let answered = false
  const answer = remove(held.person).finally(() => {
    answered = true
  })
  while (await isConnected(held.person)) continue
  expect(answered).toBe(false)
  await engine.release(held.id, held.fence)
  const { status, body } = await answer
  expect([status, body.data.hasCredentials, body.data.not_stopped]).toEqual([200, false, []])
  expect(await lockIn(bystander.id, bystander.fence)).toBe(true)
})

test('Removing a login names the bid that was locked in before, and its engine may send it', async () => {
  const held = await heldBid()
  expect(await lockIn(held.id, held.fence)).toBe(true)
  const { status, body } = await remove(held.person)
  expect(status).toBe(200)
  expect(body.data.not_stopped).toMatchObject([
    { id: held.id, because: 'locked_in', message: messages.bid.lockedInBeforeLoginChange },
  ])
})

test('Removing a login names the locked-in bid that another engine took over while no login was stored', async () => {
  const held = await heldBid()
  expect(await lockIn(held.id, held.fence)).toBe(true)
  await remove(held.person)
  await engine.claim(held.id)
  await store(held.person)
  expect((await remove(held.person)).body.data.not_stopped).toMatchObject([{ id: held.id, because: 'locked_in' }])
})

test('Of a removal and a lock-in at the same moment, the removal names the bid or prevents the lock-in', async () => {
  const outcomes = new Set<boolean>()
  for (let round = 0; round < 24; round += 1) {
    const held = await heldBid()
    const runEngine = async () => {
      for (let turn = 0; turn < round % 8; turn += 1) await isConnected(held.person)
      const isLockedIn = await lockIn(held.id, held.fence)
      if (!isLockedIn) await engine.release(held.id, held.fence)
      return isLockedIn
    }
    const [isLockedIn, { body }] = await Promise.all([runEngine(), remove(held.person)])
    expect(body.data.not_stopped.map(({ because }) => because)).toEqual(isLockedIn ? ['locked_in'] : [])
    outcomes.add(isLockedIn)
  }
  expect(outcomes).toEqual(new Set([true, false]))
})
