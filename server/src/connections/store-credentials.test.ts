import { generateKeyPairSync } from 'node:crypto'
import { startAuctionHouse } from '@bidwell/auction-house'
import { messages, storeCredentials } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { connectionRoutes } from './routes.ts'
import { createSealer } from './vault/create-sealer.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const GOOD = { username: 'demo-user', password: 'right-at-the-site' }
const BAD = { ...GOOD, password: 'wrong' }

async function start() {
  await using stack = new AsyncDisposableStack()
  const clock = manualClock(NOON)
  const house = stack.use(await startAuctionHouse({ port: 0, sampleLots: false }))
  house.control.createAccount({ userName: GOOD.username, password: GOOD.password })
  const { apiUrl, url: homeUrl } = house
  const site = { id: 'shopgoodwill', name: 'Auction House', apiUrl, homeUrl, itemHosts: [], practice: true }
  const marketplace = stack.use(shopgoodwill(clock, site))
  const key = generateKeyPairSync('x25519').publicKey.export({ format: 'raw-public' })
  const sealer = createSealer([{ kid: 'v1', kind: 'public', key }])
  const api = stack.use(
    await startTestApi({
      clock,
      routes: (base) => connectionRoutes({ ...base, marketplace, sealer, process: 'api', site }),
    }),
  )
  const { token, accountId } = await api.signUp()
  const owned = stack.move()
  return {
    api,
    clock,
    accountId,
    store: (body: typeof GOOD) => api.call(storeCredentials, { token, params: { provider: 'shopgoodwill' }, body }),
    logins: () => house.control.readReads().reads['SignIn/Login']?.total ?? 0,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

test('of wrong credentials sent many times at once, no more get to the site than of those sent in turn', async () => {
  await using it = await start()
  const answers = await Promise.all(Array.from({ length: 12 }, () => it.store(BAD)))
  expect(it.logins()).toBeLessThanOrEqual(3)
  for (const { status, headers } of answers) {
    expect([422, 429]).toContain(status)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a try that a process died over keeps nobody from connecting for long', async () => {
  await using it = await start()
  await it.api.db
    .updateTable('accounts')
    .set({ login_attempt_started_at: new Date(NOON) })
    .where('id', '=', it.accountId)
    .execute()
  const { status, failure } = await it.store(GOOD)
  expect([status, failure.message]).toEqual([429, messages.generic.tooManyRequests])
  await it.clock.advanceBy(30_001)
  expect((await it.store(GOOD)).status).toBe(200)
  expect((await it.store(GOOD)).status).toBe(200)
})
