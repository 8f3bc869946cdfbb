import type { ServerEvent } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { followEvents } from '../../test/follow-events.ts'
import { type Preflighting, startPreflighting } from '../../test/preflighting.ts'
import { startPreflights } from './start-preflights.ts'

/** Matches the event of a bid whose preflight has exactly these findings. */
const hasFindings =
  (...codes: string[]) =>
  (event: ServerEvent) =>
    event.type === 'bid_changed' &&
    event.bid.preflight !== null &&
    event.bid.preflight.findings.map(({ code }) => code).join() === codes.join()

const isAbout = (bidId: number, event: ServerEvent) => event.type === 'bid_changed' && event.bid.id === bidId

test('An open browser is notified when a bid turns red, and again when its login works', async () => {
  await using world = await startPreflighting()
  const bidder = await world.bidder()
  await bidder.scheduledBid({ endsInSeconds: 1_800 })
  await using events = await followEvents(world.api.url, await bidder.token())
  const { userName } = bidder
  world.house.control.revokeTokens({ userName })
  world.house.control.changeAccount({ userName, password: 'another' })
  await using _one = await start(world)
  await using _another = await start(world)
  await events.next(hasFindings('login_refused'))

  await bidder.connect({ username: userName, password: 'another' })
  await using _ticking = tick(world)
  await events.next(hasFindings())
})

test('More due preflights than one batch are run without waiting for the next interval', async () => {
  await using world = await startPreflighting()
  const bidder = await world.bidder()
  for (let count = 0; count < 3; count++) await bidder.scheduledBid({ endsInSeconds: 1_800 })
  await using events = await followEvents(world.api.url, await bidder.token())
  await using _job = await start(world, 1)
  for (let count = 0; count < 3; count++) await events.next(hasFindings())
})

test('With fewer due preflights than one batch, the next ones are run after the interval', async () => {
  await using world = await startPreflighting()
  const bidder = await world.bidder()
  await bidder.scheduledBid({ endsInSeconds: 1_800 })
  await using events = await followEvents(world.api.url, await bidder.token())
  await using _job = await start(world)
  await events.next(hasFindings())
  const second = await bidder.scheduledBid({ endsInSeconds: 1_800 })
  await events.next((event) => isAbout(second.id, event))
  expect(await bidder.findings(second.id)).toBeNull()
  await world.clock.advanceBy(500)
  await events.next((event) => isAbout(second.id, event) && hasFindings()(event))
})

const start = ({ ctx, api: { database } }: Preflighting, batchSize?: number) =>
  startPreflights({ ...ctx, database }, (error) => expect(error).toBeUndefined(), batchSize)

/** Advances the clock by one interval at a time, no faster than the database responds. */
function tick({ clock, ctx }: Preflighting): AsyncDisposable {
  const stopping = new AbortController()
  async function run() {
    while (!stopping.signal.aborted) {
      await clock.advanceBy(500)
      await ctx.db.selectFrom('bids').select('id').execute()
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
