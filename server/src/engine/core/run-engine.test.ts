import { expect, test } from 'vitest'
import { always, aStory, first, kindsOf, last, MINUTE, openStory } from '../../../simulation/a-story.ts'
import { findPeers } from '../../../simulation/store/engines.ts'

test('An unfit engine leaves a snipe to a fit peer, and claims it in time when there is no fit peer', async () => {
  const it = openStory({ seed: 7 })
  const { bid } = it.snipe({ endsInMs: 2 * MINUTE })
  it.start('east', 'event_loop_late')
  const fit = it.start('west')
  await it.time.runTo(MINUTE)
  expect(bid.engineId).toBe(fit.engineId)
  it.kill(fit)
  await it.time.runTo(MINUTE + 10_000)
  expect(bid.engineId).not.toBe(fit.engineId)
  await it.time.runTo(3 * MINUTE)
  expect(bid.status).toBe('won')
})

test.each([
  ['lock-in', 500],
  ['its shot', 100],
])(
  'An engine that is suspended before %s for longer than its lease sends nothing when it resumes',
  async (_, beforeMs) => {
    const { it, bid, firesAt, first, to } = aStory({ leadMs: 80_000, deathIsSeen: false })
    await to(firesAt - 20_000)
    it.start('west')
    await to(firesAt - beforeMs)
    first.process.pause(60_000)
    await to(6 * MINUTE)
    expect(it.violations).toEqual([])
    expect(it.sendings).toMatchObject([{ engineId: 2, accepted: true }])
    expect(bid.status).toBe('won')
  },
)

test.each([
  ['lock-in', 500],
  ['its shot', 100],
])(
  'An engine whose machine is suspended before %s for longer than its lease sends nothing under that lease',
  async (_, beforeMs) => {
    const { it, bid, firesAt, first, to } = aStory({ leadMs: 80_000, deathIsSeen: false })
    await to(firesAt - 20_000)
    it.start('west')
    await to(firesAt - beforeMs)
    first.process.suspend(60_000)
    await to(6 * MINUTE)
    expect(it.violations).toEqual([])
    expect(it.sendings).toMatchObject([{ engineId: 2, accepted: true }])
    expect(bid.status).toBe('won')
  },
)

test.each([
  ['before it arms a snipe', 110_000],
  ['while a snipe is armed', 40_000],
])(
  "An engine whose machine is suspended %s reads the site's clock anew and sends the bid at its moment",
  async (_, beforeMs) => {
    const { it, item, bid, firesAt, first, to, toTheEnd } = aStory()
    const bystander = it.snipe({ endsInMs: 10 * MINUTE })
    await to(firesAt - beforeMs)
    first.process.suspend(20_000)
    await to(firesAt + 1_000)
    expect(it.sendings).toMatchObject([{ accepted: true }])
    expect(Math.abs(item.bids[0]!.at - (firesAt + it.site.siteTime() - it.time.now()))).toBeLessThan(100)
    await toTheEnd()
    expect(bid.status).toBe('won')
    expect(bystander.bid).toMatchObject({ status: 'pending', engineId: null })
  },
)

test("After a suspension no snipe is claimed before the site's clock was read", async () => {
  const { it, bid, firesAt, first, to } = aStory()
  await to(firesAt - 40_000)
  const { fence } = bid
  first.process.suspend(15_000)
  it.lose('site', 30_000)
  await to(firesAt - 12_000)
  expect(bid).toMatchObject({ fence, engineId: null })
  await to(firesAt - 5_000)
  expect(bid).toMatchObject({ fence: fence + 1, engineId: 1 })
})

test('The snipe of an engine that died before its shot is sent by a peer', async () => {
  const { it, bid, firesAt, first, to, toTheEnd } = aStory()
  it.start('west')
  await to(firesAt - 20_000)
  it.kill(first)
  it.alive()[0]!.engine.wake()
  await toTheEnd()
  expect(it.sendings).toMatchObject([{ accepted: true }])
  expect(bid.status).toBe('won')
})

test.each([
  ['before', 2_500],
  ['after', 700],
])('The snipe of an engine that died shortly %s lock-in is sent in time by a peer', async (_, beforeMs) => {
  const { it, item, firesAt, to } = aStory()
  await to(firesAt - 40_000)
  const { process, engine } = it.start('east')
  await to(firesAt - beforeMs)
  it.kill(it.alive().find((other) => other.process !== process)!)
  engine.wakeNow()
  await to(firesAt + 1_000)
  expect(it.sendings).toMatchObject([{ engineId: 2, accepted: true }])
  expect(Math.abs(item.bids[0]!.at - (firesAt + it.site.siteTime() - it.time.now()))).toBeLessThan(100)
})

test('The snipe of an engine that died close to its moment is sent in time by a new engine', async () => {
  const { it, item, firesAt, first, to } = aStory()
  await to(firesAt - 2_500)
  it.kill(first)
  it.start('east')
  await to(firesAt + 1_000)
  expect(it.sendings).toMatchObject([{ engineId: 2, accepted: true }])
  expect(Math.abs(item.bids[0]!.at - (firesAt + it.site.siteTime() - it.time.now()))).toBeLessThan(100)
})

test('The snipe of an engine that died right after its shot is read by a peer, and not sent again', async () => {
  const { it, bid, firesAt, first, to, toTheEnd } = aStory({ leadMs: 30_000 })
  await to(firesAt - 20_000)
  const second = it.start('west')
  await to(firesAt + 10)
  expect(it.sendings).toHaveLength(1)
  it.kill(first)
  second.engine.wake()
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('A snipe that was locked in by a dead engine is recorded as failed, and not as skipped', async () => {
  const { it, bid, firesAt, first, to } = aStory()
  await to(firesAt - 300)
  expect(kindsOf(bid)).toContain('locked_in')
  it.kill(first)
  await to(3 * MINUTE)
  it.start('west')
  await to(6 * MINUTE)
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'failed', outcome: 'not_running' })
  expect(last(bid)).toMatchObject({ kind: 'failed' })
})

test('An engine that stops waits for the answer to a sent bid, and then releases the bid', async () => {
  const { it, bid, firesAt, first: engine, to } = aStory()
  it.overrides.bid = first('fine', { backMs: 2_000 })
  await to(firesAt + 100)
  const stopped = engine.engine[Symbol.asyncDispose]()
  await to(firesAt + 1_500)
  expect(bid).toMatchObject({ engineId: engine.engineId, status: 'pending' })
  await to(firesAt + 4_000)
  await stopped
  expect(bid).toMatchObject({ engineId: null, status: 'executed' })
})

test('The only engine, when it stops, sends the bids of the next 15 seconds, and releases the later ones', async () => {
  const { it, bid, firesAt, first: engine, to, toTheEnd } = aStory()
  const later = it.snipe({ endsInMs: 2 * MINUTE + 20_000 })
  await to(firesAt - 14_000)
  const fresh = it.snipe({ endsInMs: 14_000 + bid.leadMs })
  const stopped = engine.engine[Symbol.asyncDispose]().then(() => it.time.now())
  await to(firesAt - 13_000)
  expect([bid, fresh.bid, later.bid].map(({ engineId }) => engineId)).toEqual([engine.engineId, engine.engineId, null])
  await to(firesAt + 4_000)
  expect(await stopped).toBeLessThan(firesAt + 1_000)
  expect([bid, fresh.bid, later.bid].map(({ status }) => status)).toEqual(['executed', 'executed', 'pending'])
  engine.process.kill()
  it.start('west')
  await toTheEnd()
  expect(it.sendings).toHaveLength(3)
})

test('Of two engines that are stopped together, one sends the bid, once', async () => {
  const { it, bid, firesAt, first, to, toTheEnd } = aStory()
  const second = it.start('west')
  await to(firesAt - 10_000)
  const stopped = [first, second].map(({ engine }) => engine[Symbol.asyncDispose]())
  await toTheEnd()
  await Promise.all(stopped)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  expect(bid.status).toBe('executed')
})

test('An engine that stops leaves its bids to a fit peer, and not to an unfit one', async () => {
  for (const unfitReason of [undefined, 'event_loop_late']) {
    const { it, bid, firesAt, first, to } = aStory()
    await to(firesAt - 12_000)
    const second = it.start('west', unfitReason)
    await to(firesAt - 10_000)
    void first.engine[Symbol.asyncDispose]()
    await to(firesAt - 5_000)
    expect(bid.engineId).toBe(unfitReason === undefined ? second.engineId : first.engineId)
    await to(firesAt + 1_000)
    expect(it.sendings).toMatchObject([{ accepted: true }])
  }
})

test('An engine that stops after the close ends soon although site and database are away', async () => {
  const { it, first: engine, to } = aStory()
  it.overrides.bid = always('not_sent')
  await to(2 * MINUTE - 1_000)
  it.lose('store', 5 * MINUTE)
  it.lose('site', 5 * MINUTE)
  await to(2 * MINUTE + 1_000)
  const stopped = engine.engine[Symbol.asyncDispose]().then(() => it.time.now())
  await to(20 * MINUTE)
  expect(await stopped).toBeLessThan(2 * MINUTE + 30_000)
})

test('An engine that cannot write its journal leaves new snipes to its peers', async () => {
  const { it, bid, firesAt, first, to, toTheEnd } = aStory()
  it.overrides.call = (call, process) =>
    call === 'journal.append' && process === first.process ? { outMs: 1, backMs: 1, kind: 'fails' } : null
  await to(firesAt - 40_000)
  const other = it.start('west')
  await to(firesAt - 30_000)
  const { bid: next } = it.snipe({ endsInMs: 90_000 })
  await to(firesAt - 10_000)
  expect([bid.engineId, next.engineId]).toEqual([first.engineId, other.engineId])
  await toTheEnd()
  expect([bid.status, next.status]).toEqual(['won', 'won'])

  const isFit = () => findPeers(it.database, other.engineId).find(({ engineId }) => engineId === first.engineId)?.fit
  expect(isFit()).toBe(false)
  it.overrides.call = () => null
  await to(4 * MINUTE)
  expect(isFit()).toBe(true)
})

test('An engine whose lease expired does not send earlier snipes under its new lease', async () => {
  const { it, bid, firesAt, first, to } = aStory({ leadMs: 30_000, deathIsSeen: false })
  await to(firesAt - 80_000)
  it.start('west')
  await to(firesAt - 61_500)
  first.process.pause(60_000)
  await to(firesAt - 2_000)
  expect(bid.engineId).toBe(2)
  // The engine resumes in time and renews its lease, and then all other database calls fail.
  it.overrides.call = (call) =>
    call.startsWith('store.') && call !== 'store.renew' ? { outMs: 1, backMs: 1, kind: 'fails' } : null
  await to(firesAt + 5_000)
  expect(it.sendings).toMatchObject([{ engineId: 2, accepted: true }])
})

test('A bid that its owner changes just before lock-in is never run twice at the same time', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  it.overrides.call = (call) => (call === 'store.release' ? { outMs: 1, backMs: 3_000, kind: 'fine' } : null)
  await to(firesAt - 1_050)
  it.requestChange(bid, { kind: 'change', maxBidCents: 2_700, leadMs: 20_000 })
  await toTheEnd()
  // Claimed once before the change and once after.
  expect(bid).toMatchObject({ status: 'won', fence: 2 })
  expect(it.sendings).toMatchObject([{ amountCents: 2_700, accepted: true }])
})
