import { expect, test } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { withDatabase } from './run-on-server.ts'
import { startPostgres } from './start-postgres.ts'
import { startStandby } from './start-standby.ts'

const WAIT = { everyMs: 20, forMs: 60_000 }

/** The reason of the operator's pause, as the server of `url` has it. */
async function reasonAt(url: string): Promise<string | null> {
  let reason: string | null = null
  await withDatabase(url, async (client) => {
    const { rows } = await client.query<{ reason: string | null }>('select reason from operator_pause')
    reason = rows[0]?.reason ?? null
  })
  return reason
}

test('A standby repeats what its primary commits, and takes over when it is promoted', async () => {
  await using primary = await startPostgres()
  const { templateUrl } = primary
  await using standby = await startStandby(templateUrl)
  await withDatabase(templateUrl, (client) => client.query(`update operator_pause set reason = 'replicated'`))
  await pollUntil(systemClock, async () => ((await reasonAt(standby.url)) === 'replicated' ? true : null), WAIT)

  await withDatabase(standby.url, async (client) => {
    await expect(client.query(`update operator_pause set reason = 'refused'`)).rejects.toThrow(/read-only/)
    await client.query('select pg_promote()')
    await client.query(`update operator_pause set reason = 'promoted'`)
  })
  expect(await reasonAt(standby.url)).toBe('promoted')
  expect(await reasonAt(templateUrl)).toBe('replicated')
})
