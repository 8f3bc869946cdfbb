import { expect, test } from 'vitest'
import { aStory } from '../../../simulation/a-story.ts'
import { ARM_BEFORE_MS } from './timeline.ts'

test('Without the database the lease allows the shot, and the log is complete when the database is back', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 10_000)
  it.lose('store', 15_000)
  await to(firesAt + 1_000)
  expect(it.sendings).toHaveLength(1)
  expect(bid).toMatchObject({ status: 'pending', lockedInAt: null })
  await toTheEnd()
  expect(bid.status).toBe('won')
  expect([...bid.events.values()].map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ kind: 'locked_in', durable: false }),
  )
})

test('After a shot without database and journal, the next engine reads the item before it sends', async () => {
  const { it, bid, firesAt, first, to, toTheEnd } = aStory({ leadMs: 30_000, equalRebid: 'counts_twice' })
  it.overrides.call = (call, { name }) =>
    call === 'journal.append' && name === first.process.name ? { outMs: 1, backMs: 1, kind: 'fails' } : null
  await to(firesAt - 5_000)
  it.lose('store', 8_000)
  await to(firesAt + 1_000)
  expect(it.sendings).toHaveLength(1)
  it.kill(first)
  it.start('east')
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test.each([
  ['hangs after the write', /sync/, 'hangs'],
  ['hangs before the write', /append|sync/, 'hangs'],
  ['takes nothing and renames nothing', /append|markIncomplete/, 'fails'],
] as const)('Without the database a bid is sent at its moment although the disk %s', async (_, broken, kind) => {
  const { it, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 2_000 })
  it.overrides.call = (call) => (broken.test(call) ? { outMs: 1, backMs: 1, kind } : null)
  await to(firesAt - 5_000)
  it.lose('store', 10_000)
  await to(firesAt + 400)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test("A bid is sent no earlier than its lock-in promised although the site's clock is set forward", async () => {
  const { it, firesAt, to } = aStory()
  it.overrides.call = (call) => (call === 'store.lockIn' ? { outMs: 1, backMs: 600, kind: 'fine' } : null)
  // These snipes arm just then, and their readings together move the estimate of the site's clock.
  for (let count = 0; count < 6; count++) it.snipe({ endsInMs: firesAt - 400 + ARM_BEFORE_MS + 5_000 })
  await to(firesAt - 950)
  it.site.stepClock(3_000)
  await to(firesAt + 500)
  expect(it.sendings).toHaveLength(1)
  expect(it.sendings[0]!.sentAt).toBeGreaterThan(firesAt - 250)
})

test('An engine without its lease does not say that a bid was not sent, because another may have sent it', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  it.lose('store', 35_000)
  it.site.endSessions(bid.accountId)
  it.overrides.call = (call) => (call === 'site.openSession' ? { kind: 'fails', outMs: 40, backMs: 40 } : null)
  await to(firesAt)
  it.site.place('user1', '1', bid.maxBidCents)
  await to(firesAt + 6_000)
  it.overrides.call = () => null
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid.status).toBe('won')
})

test('Nothing is sent when the database is away for longer than the lease', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 45_000)
  it.lose('store', 90_000)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'failed', outcome: 'not_running' })
})
