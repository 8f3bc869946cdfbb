import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { pretendEngine } from '../../test/pretend-engine.ts'
import { systemClock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { endBidding } from './end-bidding.ts'
import { setOperatorPause } from './set-operator-pause.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const pauseOf = () => bidding.db.selectFrom('operator_pause').selectAll().executeTakeFirstOrThrow()

test('Bidding ends for good once no bid is in flight, and then neither goes on nor is paused otherwise', async () => {
  const { bid, person } = await bidding.scheduledBid()
  const engine = await pretendEngine(bidding.db)
  const at = new Date(systemClock.now())
  await bidding.db
    .updateTable('bids')
    .set({ engine_id: engine.id, fence: 1, locked_in_at: at })
    .where('id', '=', bid.id)
    .execute()
  const waitedFor: number[][] = []
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
  const ended = endBidding(
    bidding.deps,
    {
      requestedBy: 'operator test',
      onWait(bids) {
        waitedFor.push(bids.map(({ id }) => id))
        resolve()
      },
    },
    neverAborted,
  )
  await isWaiting
  expect(await pauseOf()).toMatchObject({ state: 'all', moved_at: expect.any(Date) })
  await bidding.db
    .updateTable('bids')
    .set({ status: 'executed', executed_at: at, engine_id: null })
    .where('id', '=', bid.id)
    .execute()
  await ended
  expect(waitedFor).toEqual([[bid.id]])

  for (const state of ['off', 'no_new', 'all'] as const) {
    const attempt = setOperatorPause(bidding.deps, { state, reason: null, requestedBy: 'operator test' })
    await expect(attempt).rejects.toThrow(AppError)
  }
  await expect(bidding.db.updateTable('operator_pause').set({ state: 'off' }).execute()).rejects.toThrow('check')
  const read = await bidding.api.call(api.readPause, { token: person.token })
  expect(read.body.data.pause.operator).toMatchObject({ state: 'all', reason: expect.stringContaining('has moved') })
})

test('Ending bidding that is asked to stop stops waiting, and the pause stays', async () => {
  const { bid } = await bidding.scheduledBid()
  await bidding.db
    .updateTable('bids')
    .set({ locked_in_at: new Date(systemClock.now()) })
    .where('id', '=', bid.id)
    .execute()
  const stopping = new AbortController()
  const ended = endBidding(
    bidding.deps,
    { requestedBy: 'operator test', onWait: () => stopping.abort(new Error('asked to stop')) },
    stopping.signal,
  )
  await expect(ended).rejects.toThrow('asked to stop')
  expect((await pauseOf()).moved_at).toBeInstanceOf(Date)
})
