import { expect, test } from 'vitest'
import { openPlace } from '../../../test/restoring.ts'
import { lockBid } from '../../bidding/bid-queries.ts'
import { type PendingChange, requestChange } from '../../bidding/request-change.ts'
import { systemClock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { neverAborted } from '../../platform/with-timeout.ts'

/*
 * An installation sends bids, and is backed up, changed, ended and restored at random moments. The auction house, which goes on
 * living, tells what it received: nothing twice, nothing after a cancellation, nothing over the maximum that its owner agreed to
 * last. `RESTORES=200` makes so many.
 */

const RESTORES = Number(process.env['RESTORES'] ?? 10)
const AT_ONCE = 10
const BIDS = 4

const sleep = (ms: number) => systemClock.sleepUntil(systemClock.monotonic() + ms, neverAborted)

/** The same numbers from 0 to 1 for the same seed. */
function numbersOf(seed: number) {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What the owner of a bid has agreed to: `maxCents` before the restore, and `keptCents` after it, null for nothing. */
type Agreed = {
  bidId: number
  itemId: number
  endsAt: number
  cancelledAt: number | null
  maxCents: number
  keptCents: number | null
}

/** Returns the rules that were broken, with how it came. */
async function restoreAtRandom(seed: number): Promise<string[]> {
  const random = numbersOf(seed)
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from))
  await using it = await openPlace()
  const bids: Agreed[] = []
  for (let count = 0; count < BIDS; count++) {
    const snipe = await it.snipe({ endsInSeconds: between(14, 40), secondsBeforeEnd: between(1, 20) })
    bids.push({ ...snipe, cancelledAt: null, maxCents: 2_500, keptCents: null })
  }
  const engine = await it.startEngine()
  await sleep(between(0, 16_000))
  const source = await it.backUp()
  for (const bid of bids) await changeAtOldPlace(it, bid, between(0, 5))
  await sleep(between(0, 10_000))
  await engine[Symbol.asyncDispose]()

  const restored = await it.restore(source)
  const restoredAt = systemClock.now()
  for (const bid of bids) {
    const row = await restored.readBid(bid.bidId)
    const isAsked = row.restored_from !== null && row.status === 'pending' && systemClock.now() < row.fire_at.getTime()
    if (!isAsked || random() < 0.4) continue
    await restored.keep(bid.bidId)
    bid.keptCents = row.max_bid_cents
  }
  await sleep(Math.max(...bids.map(({ endsAt }) => endsAt)) + 1_000 - systemClock.now())
  for (const bid of bids) {
    const arrivals = it.arrivals(bid.itemId)
    seen.before += arrivals.filter(({ arrivedAt }) => arrivedAt < restoredAt).length
    seen.after += arrivals.filter(({ arrivedAt }) => arrivedAt >= restoredAt).length
  }
  return bids.flatMap((bid) => brokenRules(bid, it.arrivals(bid.itemId), restoredAt).map((rule) => `${seed}: ${rule}`))
}

/** How many bids the auction house received from the two places, so that a test in which nothing happens proves nothing. */
const seen = { before: 0, after: 0 }

type Place = Awaited<ReturnType<typeof openPlace>>

/** The owner cancels the bid, or lowers or raises its maximum, if it can still be done. */
async function changeAtOldPlace({ db, accountId }: Place, bid: Agreed, choice: number) {
  const maxBidCents = choice === 1 ? 2_000 : 3_200
  const change: PendingChange | null =
    choice === 0
      ? { kind: 'cancel' }
      : choice < 3
        ? { kind: 'change', maxBidCents, secondsBeforeEnd: 5, delivered: null }
        : null
  if (change === null) return
  try {
    await db.transaction().execute(async (tx) => {
      const row = await lockBid(tx, accountId, bid.bidId)
      // An engine that holds the bid may still send it as it was until it has released it.
      if (row?.engine_id === null) await requestChange(tx, row, change, systemClock.now())
      else throw new AppError('conflict', 'held')
    })
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  if (change.kind === 'cancel') bid.cancelledAt = systemClock.now()
  else bid.maxCents = change.maxBidCents
}

type Arrival = ReturnType<Place['arrivals']>[number]

function brokenRules(bid: Agreed, arrivals: readonly Arrival[], restoredAt: number): string[] {
  const { cancelledAt, maxCents, keptCents } = bid
  const amounts = (sent: readonly Arrival[]) => sent.map(({ amountCents }) => amountCents ?? 0)
  const before = arrivals.filter(({ arrivedAt }) => arrivedAt < restoredAt)
  const after = arrivals.filter(({ arrivedAt }) => arrivedAt >= restoredAt)
  const [first = Infinity] = amounts(after)
  const rules = {
    'sent twice': before.length > 1 || after.length > 1 || amounts(before).some((cents) => cents >= first),
    'sent after a cancellation': before.some(({ arrivedAt }) => cancelledAt !== null && arrivedAt > cancelledAt),
    'sent without an answer after the restore': after.length > 0 && keptCents === null,
    'over the last maximum': Math.max(...amounts(before)) > maxCents || Math.max(...amounts(after)) > (keptCents ?? 0),
  }
  const told = JSON.stringify({ bid, arrivals, restoredAt })
  return Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken ? [`${rule}: ${told}`] : []))
}

test(
  'After restores at random moments nothing was sent twice, after a cancel or over the last maximum',
  async () => {
    const broken: string[] = []
    for (let first = 1; first <= RESTORES; first += AT_ONCE) {
      const seeds = Array.from({ length: Math.min(AT_ONCE, RESTORES - first + 1) }, (_, index) => first + index)
      broken.push(...(await Promise.all(seeds.map(restoreAtRandom))).flat())
    }
    expect(broken).toEqual([])
    // How many came before the restore depends on the machine's pace.
    expect(seen.before + seen.after).toBeGreaterThan(RESTORES)
  },
  RESTORES * 20_000 + 120_000,
)
