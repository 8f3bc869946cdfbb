import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startBidding } from '../../test/bidding.ts'
import { systemClock } from '../platform/clock.ts'
import { startEndingBids } from './start-repeating.ts'

test('A bid whose auction closes during a pause ends as cancelled', async () => {
  await using bidding = await startBidding()
  const { person, bid } = await bidding.scheduledBid()
  await bidding.api.call(api.setPause, { token: person.token, body: { paused: true } })
  const at = new Date(systemClock.now() - 60_000)
  await bidding.db.updateTable('listings').set({ ends_at: at, closed_at: at, closed_reason: 'ended' }).execute()
  await bidding.db.updateTable('bids').set({ fire_at: at }).execute()

  const errors: unknown[] = []
  await using _ending = startEndingBids(bidding.ctx, (error) => errors.push(error))
  const read = () =>
    bidding.db.selectFrom('bids').select(['status', 'outcome']).where('id', '=', bid.id).executeTakeFirstOrThrow()
  await expect.poll(read).toEqual({ status: 'cancelled', outcome: 'paused' })
  expect(errors).toEqual([])
})
