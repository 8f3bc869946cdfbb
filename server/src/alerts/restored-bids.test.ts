import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startBidding } from '../../test/bidding.ts'
import { holdRestored } from '../bidding/waiting/hold-restored.ts'
import { markKept } from '../bidding/waiting/keep-restored.ts'
import { systemClock } from '../platform/clock.ts'
import { readOccasions } from './read-occasions.ts'

test('The owner of restored bids is alerted once for all of them, until the last is answered or was to be sent', async () => {
  await using bidding = await startBidding()
  const { bid, person } = await bidding.scheduledBid({ maxBid: 40 })
  const { auctionId } = bidding.listItem({ endsInSeconds: 60 * 60 })
  await bidding.track(person, auctionId)
  const later = (await bidding.schedule(person, auctionId, 30)).body.data.bid
  const bystander = await bidding.scheduledBid({ maxBid: 40 })
  const now = systemClock.now()
  const takenAt = now - 3_600_000
  await bidding.db.transaction().execute((tx) => holdRestored(tx, { takenAt, at: now }))

  const told = (accountId: number) =>
    bidding.db
      .selectFrom('notifications')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('kind', '=', 'bids_restored')
      .executeTakeFirstOrThrow()
  const occasionOf = async (accountId: number) => {
    const which = { ids: [(await told(accountId)).id] }
    return (await readOccasions(bidding.ctx, accountId, { which, now: systemClock.now() }))[0]?.occasion
  }
  const textOf = async (accountId: number) => {
    const context = { site: 'Auction House', time: () => '2:02 PM' }
    return messages.notification.KINDS.bids_restored.textOf((await told(accountId)).values, context)
  }
  const keep = (id: number) =>
    bidding.db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await markKept(tx, row, systemClock.now())
    })
  expect(await textOf(person.accountId)).toEqual({
    title: 'Keep your 2 bids?',
    text: 'We restored a backup from 2:02 PM. Keep your 2 bids? Without your answer they are not sent.',
  })
  expect(await textOf(bystander.person.accountId)).toEqual({
    title: 'Keep your bid?',
    text: 'We restored a backup from 2:02 PM. Keep your bid of at most $40.00? Without your answer it is not sent.',
  })
  const lastMoment = Date.parse(later.fire_at)
  expect(await occasionOf(person.accountId)).toMatchObject({ class: 'urgent', isTrue: true, deadline: lastMoment })
  await keep(bid.id)
  expect(await occasionOf(person.accountId)).toMatchObject({ isTrue: true })
  await keep(later.id)
  expect(await occasionOf(person.accountId)).toMatchObject({ isTrue: false })
  expect(await occasionOf(bystander.person.accountId)).toMatchObject({ isTrue: true })
})
