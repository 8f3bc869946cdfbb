import { expect, test } from 'vitest'
import { addGroup } from '../../../test/add-group.ts'
import { claimAll, startEngineStores } from '../../../test/engine-stores.ts'
import { systemClock } from '../../platform/clock.ts'
import { endFilledGroups } from './end-filled-groups.ts'

test('The jobs end what waits in a group that has won: free bids at once, held ones when their engine releases them', async () => {
  await using it = await startEngineStores()
  const bids = []
  for (let made = 0; made < 4; made++) bids.push(await it.snipe({ endsInSeconds: 60 }))
  const [won, free, held, past] = bids.map(({ bidId }) => bidId)
  await addGroup(it.db, { accountId: it.accountId }, [won!, free!, held!, past!])
  const store = await it.addStore()
  const snipes = await store.claim(claimAll())
  for (const snipe of snipes.filter(({ bidId }) => bidId === free)) await store.release(snipe, systemClock.now())
  const setBid = (id: number, change: object) => it.db.updateTable('bids').set(change).where('id', '=', id).execute()
  await setBid(won!, { status: 'won', outcome: 'won', engine_id: null })
  // Its moment has passed, and it still waits for its group.
  await setBid(past!, { fire_at: new Date(systemClock.now() - 1_000) })

  const ctx = { ...it.ctx, db: it.openAs('jobs').db, clock: systemClock }
  expect(await endFilledGroups(ctx)).toBe(3)
  expect(await it.readBid(free!)).toMatchObject({ status: 'cancelled', outcome: 'group_won' })
  for (const id of [held!, past!]) {
    expect(await it.readBid(id)).toMatchObject({ status: 'pending', pending: { kind: 'cancel' } })
    await store.release(
      snipes.find(({ bidId }) => bidId === id)!,
      systemClock.now(),
    )
    expect(await it.readBid(id)).toMatchObject({ status: 'cancelled', outcome: 'group_won' })
  }
  expect(await endFilledGroups(ctx)).toBe(0)
})
