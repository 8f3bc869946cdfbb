import { describe, expect, test } from 'vitest'
import { addGroup } from '../../test/add-group.ts'
import { startSniping } from '../../test/sniping.ts'
import { requestChange } from '../bidding/request-change.ts'

type Sniping = Awaited<ReturnType<typeof startSniping>>

const isOver = ({ status, settled_at }: { status: string; settled_at: Date | null }) =>
  settled_at !== null || status === 'cancelled'

/** A group of bids whose auctions close so many seconds from now. */
async function groupOf(it: Sniping, closes: readonly number[], mostWins = 1) {
  const bids = []
  for (const endsInSeconds of closes) bids.push(await it.snipe({ endsInSeconds, secondsBeforeEnd: 2 }))
  await addGroup(
    it.db,
    { accountId: it.accountId, mostWins },
    bids.map(({ bidId }) => bidId),
  )
  return bids
}

const settled = (it: Sniping, bids: readonly { bidId: number }[]) =>
  Promise.all(bids.map(({ bidId }) => it.until(bidId, isOver)))

describe('groups', () => {
  test('An engine bids on the next auction of a group once the last one is lost, and on none after a win', async () => {
    await using it = await startSniping()
    const rival = await it.addBystander()
    const bids = await groupOf(it, [30, 60, 95])
    const [first, second, third] = bids
    await it.snipeOn(first!.itemId, { accountId: rival, maxBidCents: 4_500, secondsBeforeEnd: 4 })
    const bystander = await it.snipe({ endsInSeconds: 40 })
    await using _engine = await it.startEngine()
    const ends = await settled(it, bids)
    expect(ends.map(({ outcome }) => outcome)).toEqual(['lost', 'won', 'group_won'])
    expect(it.arrivals(second!.itemId)).toHaveLength(1)
    expect(it.arrivals(third!.itemId)).toEqual([])
    expect(await it.until(bystander.bidId, isOver)).toMatchObject({ outcome: 'won' })
  })

  test('A bid that an engine holds joins a group, and goes out with its grant', async () => {
    await using it = await startSniping()
    const { bidId } = await it.snipe({ endsInSeconds: 40, secondsBeforeEnd: 2 })
    const groupId = await addGroup(it.db, { accountId: it.accountId }, [])
    await using _engine = await it.startEngine()
    await it.untilLogged(bidId, 'armed')
    await it.db.transaction().execute(async (tx) => {
      const bid = await tx.selectFrom('bids').selectAll().where('id', '=', bidId).forUpdate().executeTakeFirstOrThrow()
      await requestChange(tx, bid, { kind: 'regroup', groupId }, it.clock.now())
    })
    await it.untilLogged(bidId, 'group_joined')
    expect(await it.until(bidId, isOver)).toMatchObject({ outcome: 'won', group_id: groupId })
    const kinds = (await it.eventsOf(bidId)).map(({ kind }) => kind)
    expect(kinds.indexOf('group_granted')).toBeGreaterThan(kinds.indexOf('group_joined'))
    expect(kinds.indexOf('locked_in')).toBeGreaterThan(kinds.indexOf('group_granted'))
  })

  test('A bid that an engine holds past its moment for its group is raised or cancelled, and the raised one goes out', async () => {
    await using it = await startSniping()
    const first = await it.snipe({ endsInSeconds: 30, secondsBeforeEnd: 2 })
    const second = await it.snipe({ endsInSeconds: 66, secondsBeforeEnd: 44 })
    const third = await it.snipe({ endsInSeconds: 68, secondsBeforeEnd: 44 })
    const ids = [first, second, third].map(({ bidId }) => bidId)
    await addGroup(it.db, { accountId: it.accountId }, ids)
    const rival = await it.addBystander()
    await it.snipeOn(first.itemId, { accountId: rival, maxBidCents: 4_500, secondsBeforeEnd: 4 })
    await using _engine = await it.startEngine()
    await it.until(second.bidId, ({ engine_id, fire_at }) => engine_id !== null && fire_at.getTime() < it.clock.now())
    const change = (id: number, wanted: Parameters<typeof requestChange>[2]) =>
      it.db.transaction().execute(async (tx) => {
        const bid = await tx.selectFrom('bids').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
        await requestChange(tx, bid, wanted, it.clock.now())
      })
    await change(second.bidId, { kind: 'change', maxBidCents: 3_300, secondsBeforeEnd: 44, delivered: null })
    await change(third.bidId, { kind: 'cancel' })
    expect(await it.until(third.bidId, isOver)).toMatchObject({ status: 'cancelled' })
    expect(await it.until(second.bidId, isOver)).toMatchObject({ outcome: 'won', max_bid_cents: 3_300 })
    expect(it.arrivals(second.itemId)).toMatchObject([{ amountCents: 3_300 }])
    expect(it.arrivals(third.itemId)).toEqual([])
  })
})
