import { expect, test } from 'vitest'
import { aStory } from '../../../simulation/a-story.ts'
import { ARM_BEFORE_MS } from './timeline.ts'

test('with the database away after arming, the lease allows the shot, and the log has it when that is back', async () => {
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

test('with the database away and a journal that cannot be written, whoever comes next looks before it sends', async () => {
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
  ['has taken the line', 'journal.sync', 1],
  ['takes nothing', 'journal.append', 0],
])(
  'with the database away and a disk that hangs, and %s, a bid is sent only if a trace is left',
  async (_, hung, sent) => {
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
  },
)

test('a bid that can be locked in nowhere is not sent before the database takes its lock-in', async () => {
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

test('a bid that can be locked in nowhere but in a slow database waits for that', async () => {
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

test('a bid leaves no earlier than its lock-in promised, though the clock of the site is set ahead meanwhile', async () => {
  const { it, firesAt, to } = aStory()
  it.overrides.call = (call) => (call === 'store.lockIn' ? { outMs: 1, backMs: 600, kind: 'fine' } : null)
  // Some begin to look at the site just then: believed together, they move what we know of its clock.
  for (let others = 0; others < 6; others += 1) it.snipe({ endsInMs: firesAt - 400 + ARM_BEFORE_MS + 5_000 })
  await to(firesAt - 950)
  it.site.stepClock(3_000)
  await to(firesAt + 500)
  expect(it.sendings).toHaveLength(1)
  expect(it.sendings[0]!.sentAt).toBeGreaterThan(firesAt - 250)
})

test('with the database away for longer than the lease, nothing is sent', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 45_000)
  it.lose('store', 90_000)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid.status).toBe('auction_ended')
})
