import { expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { measureBids } from './measure-bids.ts'
import { readServiceLevel } from './read-service-level.ts'

const PLACE_BID = 'ItemBid/PlaceBid'
const ENDS_IN_SECONDS = 20
const LEAD_S = 6
/** The figures leave out what was due in the last minutes and has no result. */
const LATER_MS = 15 * 60_000

test("Figures of an evening with faults equal a recount from the auction house's own log", async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const refused = await it.addBidderNamed('refused')
  const limited = await it.addBidderNamed('limited')
  const open = () => it.house.control.createListing({ title: 'Brass lamp', endsInSeconds: ENDS_IN_SECONDS }).itemId
  const items = Array.from({ length: 12 }, open)
  const fault = (place: number, details: Parameters<typeof it.house.control.addFault>[0]) =>
    it.house.control.addFault({ ...details, endpoint: PLACE_BID, itemId: items[place] })
  fault(0, { kind: 'cut', when: 'before', times: 1 })
  fault(1, { kind: 'cut', when: 'after', times: 1 })
  fault(2, { kind: 'status', status: 503, times: 1 })
  fault(3, { kind: 'status', status: 503 })
  fault(4, { kind: 'status', status: 503 })
  it.house.control.changeAccount({ userName: 'refused', password: 'another' })
  it.house.control.revokeTokens({ userName: 'refused' })
  it.house.control.changeAccount({ userName: 'limited', unpaidItems: 15 })
  const bidIds: number[] = []
  for (const [place, itemId] of items.entries()) {
    const accountId = place === 5 ? refused : place === 6 ? limited : it.accountId
    bidIds.push((await it.snipeOn(itemId, { accountId, secondsBeforeEnd: LEAD_S })).bidId)
  }
  for (const bidId of bidIds) await it.until(bidId, ({ settled_at }) => settled_at !== null)

  const received = items.map((itemId) => it.arrivals(itemId))
  const recounted = {
    due: items.length,
    sent: received.filter((arrivals) => arrivals.length > 0).length,
    accepted: received.filter((arrivals) => arrivals.some(({ outcome }) => outcome === 'leading')).length,
  }
  const clock = manualClock(systemClock.now() + LATER_MS)
  await measureBids({ ...it.ctx, db: it.openAs('jobs').db, clock })
  const { figures } = await readServiceLevel({ ...it.ctx, db: it.openAs('api').db, clock }, false)
  const period = figures[0]?.periods[0]
  const missed = [period?.ours, period?.site, period?.login, period?.limit, period?.ended_early, period?.unknown]
  expect({ due: period?.due, sent: period?.sent, accepted: period?.accepted }).toEqual(recounted)
  expect(missed.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(recounted.due - recounted.accepted)
  expect(recounted).toEqual({ due: 12, sent: 11, accepted: 8 })
})
