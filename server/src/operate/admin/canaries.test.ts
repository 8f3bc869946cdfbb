import { api, type Endpoint } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { amountPattern } from '../../../test/amount-pattern.ts'
import { startAdministered } from '../../../test/appoint.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'

const METRICS_TOKEN = 'metrics-canary-'.repeat(3)
const SITE_PASSWORD = 'site-canary-Kx7'
/** No other number of the installation looks like it. */
const MAXIMUM = 4_321.09

test('No password, token or maximum of an open bid stands in what administrators and monitors see, or in the log', async () => {
  const lines: string[] = []
  const bidding = await startAdministered({
    metricsToken: METRICS_TOKEN,
    log: { write: (line: string) => void lines.push(line) },
  })
  onTestFinished(() => bidding[Symbol.asyncDispose]())
  const { admin } = bidding
  const { person, bid } = await bidding.scheduledBid({ maxBid: MAXIMUM })
  const wrong = { username: person.email, password: SITE_PASSWORD }
  expect((await bidding.api.call(api.storeCredentials, { token: person.token, body: wrong })).status).toBe(400)
  await bidding.api.call(api.signIn, { body: { email: person.email, password: 'wrong-canary-Pq3' } })
  // The bid stands in the list of those that are overdue.
  await sql`update bids set fire_at = now() - interval '1 minute' where id = ${bid.id}`.execute(bidding.db)

  const canaries = [
    person.password,
    admin.password,
    SITE_PASSWORD,
    'wrong-canary-Pq3',
    METRICS_TOKEN,
    ...[person.token, admin.token].map((token) => token.split('.').at(-1)!),
  ]
  const found = (text: string) => [
    ...canaries.filter((canary) => text.includes(canary)),
    ...(amountPattern(MAXIMUM).exec(text) ?? []),
  ]
  const read = async (path: string, token: string) => {
    const answer = await fetch(`${bidding.api.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: answer.status, text: await answer.text() }
  }

  const reads = Object.values<Endpoint>(api).filter(({ access, method }) => access === 'admin' && method === 'GET')
  expect(reads.length).toBeGreaterThan(5) // an empty scan would pass
  const shown = new Map<string, string>()
  for (const { path } of reads) {
    const { text } = await read(`/api${path.replaceAll(/:\w+/g, String(person.accountId))}`, admin.token)
    shown.set(path, text)
    expect([path, found(text)]).toEqual([path, []])
  }
  expect([...shown.values()].some((text) => text.includes('Brass lamp'))).toBe(true) // the bid is listed
  expect([...shown.values()].some((text) => text.includes(person.email))).toBe(true)
  const metrics = await read('/metrics', METRICS_TOKEN)
  expect([metrics.status, found(metrics.text)]).toEqual([200, []])
  expect(await pollUntil(systemClock, async () => lines.length > 10 || null, { everyMs: 10, forMs: 60_000 })).toBe(true)
  expect(lines.flatMap(found)).toEqual([])
})
