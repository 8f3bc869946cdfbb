import { expect, test } from 'vitest'
import { aStory } from '../../../simulation/a-story.ts'
import { ARM_BEFORE_MS } from './timeline.ts'

test('without the database the lease allows the shot, and the log is complete when the database is back', async () => {
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

test('after a shot without database and journal, the next engine reads the item before it sends', async () => {
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
  ['is sent when the disk hangs after the write', 'journal.sync', 1],
  ['waits when the disk hangs before the write', 'journal.append', 0],
])('without the database a bid %s', async (_, hung, sent) => {
  const { it, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  it.overrides.call = (call) => (call === hung ? { outMs: 1, backMs: 1, kind: 'hangs' } : null)
  await to(firesAt - 5_000)
  it.lose('store', 10_000)
  await to(firesAt + 4_000)
  expect(it.sendings).toHaveLength(sent)
  expect(it.violations).toEqual([])
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('without database and journal a bid waits until the database has its lock-in', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  it.overrides.call = (call) => (/append|markIncomplete/.test(call) ? { outMs: 1, backMs: 1, kind: 'fails' } : null)
  await to(firesAt - 5_000)
  it.lose('store', 8_000)
  await to(firesAt + 2_900)
  expect(it.sendings).toEqual([])
  await to(firesAt + 6_000)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  await toTheEnd()
  expect(bid.status).toBe('won')
})

test('without a journal a bid waits for the lock-in of a slow database', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  it.overrides.call = (call) => {
    if (/append|markIncomplete/.test(call)) return { outMs: 1, backMs: 1, kind: 'fails' }
    return call === 'store.lockIn' ? { outMs: 700, backMs: 700, kind: 'fine' } : null
  }
  await to(firesAt + 5_000)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  await toTheEnd()
  expect(bid.status).toBe('won')
})

test("a bid is sent no earlier than its lock-in promised although the site's clock is set forward", async () => {
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

test('nothing is sent when the database is away for longer than the lease', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 45_000)
  it.lose('store', 90_000)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid.status).toBe('auction_ended')
})
