import type { ServerEvent } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { openEventLine } from '../../test/event-lines.ts'
import { LOGIN, startPreflighting } from '../../test/preflighting.ts'
import { startPreflights } from './start-preflights.ts'

/** A line that hears of a bid's check with just these findings. */
const says =
  (...codes: string[]) =>
  (event: ServerEvent) =>
    event.type === 'bid_changed' &&
    event.bid.preflight !== null &&
    event.bid.preflight.findings.map(({ code }) => code).join() === codes.join()

test('an open browser hears of a bid that turns red, and of its login mended, without anybody asking', async () => {
  await using it = await startPreflighting()
  await it.scheduledBid({ endsInSeconds: 1_800 })
  await using line = await openEventLine(it.api.url, await it.api.signIn(it.person))
  it.house.control.revokeTokens({ userName: LOGIN.username })
  it.house.control.changeAccount({ userName: LOGIN.username, password: 'another' })
  const start = () =>
    startPreflights({ ...it.deps, database: it.api.database, onError: (error) => expect(error).toBeUndefined() })
  await using _one = await start()
  await using _another = await start()
  await line.next(says('login_refused'))

  await it.connect({ ...LOGIN, password: 'another' })
  await using _ticking = tick(it)
  await line.next(says())
})

/** Lets the time go on, a turn of the background at a time, and no faster than the database answers. */
function tick({ clock, deps }: Awaited<ReturnType<typeof startPreflighting>>): AsyncDisposable {
  const stopping = new AbortController()
  async function run() {
    while (!stopping.signal.aborted) {
      await clock.advanceBy(500)
      await deps.db.selectFrom('bids').select('id').execute()
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
