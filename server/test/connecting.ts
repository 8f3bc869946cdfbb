import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { startAuctionHouse } from '@bidwell/auction-house'
import { api } from '@bidwell/contract'
import { Logger, run } from 'graphile-worker'
import type { VaultKey } from '../src/config/config.ts'
import { createSiteUserHasher } from '../src/connections/hash-site-user.ts'
import { logInAgain, openSiteSession, type SessionUse } from '../src/connections/open-site-session.ts'
import { renewSiteToken } from '../src/connections/renew-site-token.ts'
import { connectionRoutes } from '../src/connections/routes.ts'
import type { SiteLoginCtx } from '../src/connections/site-login-ctx.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { QUEUE_OPTIONS } from '../src/jobs/start-jobs.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { type Person, startTestApi } from './api.ts'

export const SITE = 'Auction House'
/** The auction house's host, for which logins are sealed. */
export const HOST = '127.0.0.1'
const PASSWORD = 'canary-site-password'
export const provider = { provider: 'shopgoodwill' } as const

export type Connecting = Awaited<ReturnType<typeof startConnecting>>

/**
 * The API with the public half of a vault key, the parts of a process that can open the vault, the auction house, and a
 * newcomer who can connect to it.
 */
export async function startConnecting(clock: Clock = systemClock, log?: { write: (line: string) => void }) {
  await using stack = new AsyncDisposableStack()
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false }))
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
  const sealer = createSealer([publicKey], HOST)
  const hashSiteUser = createSiteUserHasher([{ kid: 's1', key: randomBytes(32) }])
  const server = stack.use(
    await startTestApi({
      clock,
      marketplace,
      routes: (ctx) => connectionRoutes({ ...ctx, sealer, hashSiteUser }, site),
      ...(log && { log }),
    }),
  )
  const opener: SiteLoginCtx = {
    ...server.ctx,
    db: server.db,
    vault: openVault([secretKey], HOST),
    sealer,
    process: 'jobs',
  }
  let newcomers = 0

  /** A new account, and a new user of the auction house for it. */
  async function newcomer() {
    newcomers += 1
    const credentials = { username: `demo-${newcomers}-user`, password: PASSWORD }
    house.control.createAccount({ userName: credentials.username, password: credentials.password })
    const person = await server.signUp()
    return {
      person,
      credentials,
      store: (given: object = credentials, { token }: Person = person) =>
        server.call(api.storeCredentials, { token, params: provider, body: { ...given } }),
      status: async ({ token }: Person = person) => (await server.call(api.readCredentialsStatus, { token })).body.data,
      open: (use: Partial<SessionUse> = {}) =>
        openSiteSession(opener, person.accountId, { purpose: 'bid', validUntil: clock.now(), ...use }),
      logInAgain: (use: Pick<SessionUse, 'signal'> = {}) =>
        logInAgain(opener, person.accountId, { purpose: 'refresh', ...use }),
    }
  }

  const first = await newcomer()
  const owned = stack.move()
  return {
    api: server,
    house,
    opener,
    /** Opens the seals of the API. */
    secretKey,
    newcomer,
    ...first,
    logins: () => house.control.readReads().reads['SignIn/Login']?.total ?? 0,
    /** Runs the jobs of this noun. */
    startJobs: () =>
      run({
        ...QUEUE_OPTIONS,
        connectionString: server.databaseUrl,
        taskList: {
          'renew-site-token': (payload) => renewSiteToken(opener, (payload as { connectionId: number }).connectionId),
        },
        logger: quiet,
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const quiet = new Logger(() => () => {})
