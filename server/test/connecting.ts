import { generateKeyPairSync } from 'node:crypto'
import { startAuctionHouse } from '@bidwell/auction-house'
import { readCredentialsStatus, storeCredentials } from '@bidwell/contract'
import { Logger, run } from 'graphile-worker'
import { openSiteSession, type SessionUse } from '../src/connections/open-site-session.ts'
import { renewSiteToken } from '../src/connections/renew-site-token.ts'
import { connectionRoutes } from '../src/connections/routes.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import type { VaultKey } from '../src/platform/config.ts'
import { type Person, startTestApi } from './api.ts'

export const SITE = 'Auction House'
/** The account at the house. */
export const GOOD = { username: 'demo-user', password: 'canary-site-password' }
export const provider = { provider: 'shopgoodwill' } as const

/** The API with the public half of a vault key, a process that can open the vault, and the auction house. */
export async function startConnecting(clock: Clock = systemClock, destination?: { write: (line: string) => void }) {
  await using stack = new AsyncDisposableStack()
  const house = stack.use(await startAuctionHouse({ port: 0, sampleLots: false }))
  house.control.createAccount({ userName: GOOD.username, password: GOOD.password })
  const site = {
    id: 'shopgoodwill',
    name: SITE,
    apiUrl: house.apiUrl,
    homeUrl: house.url,
    itemHosts: [],
    practice: true,
  }
  const marketplace = stack.use(shopgoodwill(clock, site))

  const pair = generateKeyPairSync('x25519')
  const publicKey: VaultKey = { kid: 'v1', kind: 'public', key: pair.publicKey.export({ format: 'raw-public' }) }
  const secretKey: VaultKey = { kid: 'v1', kind: 'secret', key: pair.privateKey.export({ format: 'raw-private' }) }
  const sealer = createSealer([publicKey])
  const api = stack.use(
    await startTestApi({
      clock,
      routes: (base) => connectionRoutes({ ...base, marketplace, sealer, process: 'api', site }),
      ...(destination && { log: destination }),
    }),
  )
  const person = await api.signUp()
  const opener = { db: api.db, clock, marketplace, vault: openVault([secretKey]), sealer, process: 'jobs' }
  const owned = stack.move()

  return {
    api,
    house,
    person,
    opener,
    /** Opens what the API seals. */
    secretKey,
    store: (credentials: object = GOOD, { token }: Person = person) =>
      api.call(storeCredentials, { token, params: provider, body: { ...credentials } }),
    status: async ({ token }: Person = person) => (await api.call(readCredentialsStatus, { token })).body.data,
    open: (use: Partial<SessionUse> = {}) =>
      openSiteSession(opener, person.accountId, { purpose: 'bid', validUntil: clock.now(), ...use }),
    /** The background, as far as this noun needs one. */
    startJobs: () =>
      run({
        connectionString: api.databaseUrl,
        taskList: {
          'renew-site-token': (payload) => renewSiteToken(opener, (payload as { connectionId: number }).connectionId),
        },
        noHandleSignals: true,
        logger: quiet,
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const quiet = new Logger(() => () => {})
