import { randomBytes, randomUUID } from 'node:crypto'
import {
  api,
  API_BASE,
  type Body,
  type Endpoint,
  type Failure,
  type Params,
  type Query,
  type Reply,
} from '@bidwell/contract'
import type { DestinationStream } from 'pino'
import { createApp } from '../src/api/create-app.ts'
import type { EventLoaders } from '../src/api/events/emit-changes.ts'
import { startEventHub } from '../src/api/events/event-hub.ts'
import type { Limits } from '../src/api/mount-routes.ts'
import { systemRoutes } from '../src/api/routes.ts'
import type { WebApp } from '../src/api/serve-web.ts'
import { stopBidding } from '../src/bidding/stop-bidding.ts'
import { openMetrics } from '../src/health/open-metrics.ts'
import { openReadiness } from '../src/http/readiness.ts'
import type { Route, Webhook } from '../src/http/route.ts'
import { accountRoutes } from '../src/identity/accounts/routes.ts'
import { apiTokenRoutes } from '../src/identity/api-tokens/routes.ts'
import type { IdentityCtx } from '../src/identity/identity-ctx.ts'
import { createSignInGuard } from '../src/identity/limits/sign-in-guard.ts'
import { loadCommonPasswords } from '../src/identity/passwords/common-passwords.ts'
import { createPasswordHasher, type PasswordHasher } from '../src/identity/passwords/password-hasher.ts'
import { relyingPartyOf } from '../src/identity/second-factors/relying-party.ts'
import { secondFactorRoutes } from '../src/identity/second-factors/routes.ts'
import { createTotpSealer } from '../src/identity/second-factors/totp-sealer.ts'
import { createPasskeyNonces } from '../src/identity/second-factors/verify-passkey.ts'
import { createSessionReader } from '../src/identity/sessions/check-session.ts'
import { sessionRoutes } from '../src/identity/sessions/routes.ts'
import { createTokens } from '../src/identity/sessions/tokens.ts'
import { createPersonHasher } from '../src/identity/trial/hash-person.ts'
import { createSignUpTrial } from '../src/identity/trial/start-trial.ts'
import type { Marketplace } from '../src/marketplace/marketplace.ts'
import { contactRoutes } from '../src/operate/contact/routes.ts'
import type { Plans } from '../src/plans/load-plans.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { createEmailHasher, installationMark, type SessionKey } from '../src/platform/derived-keys/derive-key.ts'
import { createSecretBox } from '../src/platform/derived-keys/secret-box.ts'
import { createLog } from '../src/platform/log.ts'
import { securityLogRoutes } from '../src/trails/security-log/routes.ts'
import { aCtx } from './a-ctx.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type ApiCtx = IdentityCtx & { sessionKeys: readonly SessionKey[] }

type Options = {
  /** Another API, whose database this one shares. */
  beside?: { test: TestDatabase }
  /** Routes besides those of accounts and of the installation itself. */
  routes?: (ctx: ApiCtx) => readonly Route[]
  webhooks?: (ctx: ApiCtx) => readonly Webhook[]
  loaders?: (ctx: ApiCtx) => Partial<EventLoaders>
  clock?: Clock
  limits?: Partial<Limits>
  trustedProxies?: readonly string[]
  /** Who may be the administrator. */
  adminEmails?: readonly string[]
  supportEmail?: string
  web?: WebApp
  imageOrigins?: readonly string[]
  googleScriptUrl?: string
  mailboxPath?: string
  requiresVerifiedEmail?: boolean
  /** False for an installation without a mail server. */
  sendsMail?: boolean
  /** Whether one network may open only so many accounts in an hour. */
  limitsRegistrations?: boolean
  sendsSms?: boolean
  log?: DestinationStream
  /** How long closing the app waits for the responses in progress. */
  closeTimeoutMs?: number
  /** Without plans, everything is unlimited. */
  plans?: Plans | null
  marketplace?: Marketplace
  readsPerSecond?: number
  /** Whether a trial comes with each account. Most tests start from an account without one. */
  trialOnSignUp?: boolean
  /** Serves the metrics to whoever has this token. */
  metricsToken?: string
  /** Replaces functions of the password hasher. */
  passwords?: (hasher: PasswordHasher) => Partial<PasswordHasher>
}

type Sent<E extends Endpoint> = {
  token?: string
  body?: Body<E> | Record<string, unknown>
  params?: Params<E> | Record<string, string | number>
  query?: Query<E> | Record<string, string>
  headers?: Record<string, string>
}

/** `body` is the JSON of a successful call and `failure` that of a failed one; both hold the same value. */
export type Answered<E extends Endpoint> = { status: number; headers: Headers; body: Reply<E>; failure: Failure }
export type Person = { token: string; accountId: number; email: string; password: string }
export type TestApi = Awaited<ReturnType<typeof startTestApi>>

const UNLIMITED = 1_000_000
/** The address at which browsers reach the tests' API, as passkeys see it. */
export const PUBLIC_URL = 'https://bids.example'
/** Quick to compute: the real cost is the subject of one test of its own. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
/** Shared by the tests of a file, because loading takes long and the parts have no state. */
const box = createSecretBox([{ kid: 'test', key: randomBytes(32) }], 'password hashes')
const shared = Promise.all([createPasswordHasher({ box, cost: CHEAP }), loadCommonPasswords()])

const NO_RECORDS: EventLoaders = {
  loadAuction: async () => null,
  loadBid: async () => null,
  loadTrackersOf: async () => [],
  loadConnectionStatus: async () => {
    throw new Error('This test has no connections')
  },
}

/** The HTTP app on a port of its own, over a database of its own, with the routes that the test is about. */
export async function startTestApi(options: Options = {}) {
  const {
    routes = () => [],
    webhooks = () => [],
    loaders = () => ({}),
    clock = systemClock,
    web = null,
    closeTimeoutMs,
  } = options
  await using stack = new AsyncDisposableStack()
  const test = options.beside?.test ?? stack.use(await createTestDatabase())
  const database = test.openAs('api')
  const { db } = database
  const log = createLog({
    level: options.log ? 'info' : 'silent',
    process: 'api',
    ...(options.log && { destination: options.log }),
  })
  const sessionKey = { kid: 'test', key: randomBytes(32) }
  const hashEmail = createEmailHasher([sessionKey])
  const hashPerson = createPersonHasher([sessionKey])
  const errors: unknown[] = []
  const [hasher, commonPasswords] = await shared
  const base = aCtx({
    db,
    clock,
    log,
    plans: options.plans ?? null,
    ...(options.marketplace && { marketplace: options.marketplace }),
    readsPerSecond: options.readsPerSecond ?? 5,
    publicUrl: PUBLIC_URL,
    adminEmails: options.adminEmails ?? [],
    requiresVerifiedEmail: options.requiresVerifiedEmail ?? false,
    sendsMail: options.sendsMail ?? true,
    sendsSms: options.sendsSms ?? false,
  })
  const trialPlans = options.trialOnSignUp ? base.plans : null
  const ctx: ApiCtx = {
    ...base,
    sessionKeys: [sessionKey],
    tokens: createTokens([sessionKey], clock),
    readSession: createSessionReader(db),
    passwords: { ...hasher, ...options.passwords?.(hasher) },
    commonPasswords,
    guard: createSignInGuard({ ...base, hashEmail }),
    totpSealer: createTotpSealer([sessionKey]),
    passkeyNonces: createPasskeyNonces([sessionKey], clock),
    relyingParty: relyingPartyOf(PUBLIC_URL),
    hashEmail,
    hashPerson,
    beginSignUpTrial: createSignUpTrial({ ...base, plans: trialPlans, hashPerson }),
    stopBidding: (tx, accountId) => stopBidding(base, tx, accountId),
    limitsRegistrations: options.limitsRegistrations ?? false,
  }
  const events = stack.use(
    await startEventHub({
      ...ctx,
      database,
      loaders: { ...NO_RECORDS, ...loaders(ctx) },
      onError: (error) => errors.push(error),
    }),
  )
  const readiness = await openReadiness(ctx)
  const app = await createApp({
    ...ctx,
    checksAnswers: true,
    events,
    metrics:
      options.metricsToken === undefined
        ? null
        : {
            ...openMetrics(ctx, () => events.count()),
            token: options.metricsToken,
          },
    web,
    limits: {
      callsPerMinute: UNLIMITED,
      filesPerMinute: UNLIMITED,
      signInsPerMinute: UNLIMITED,
      signInStepsPerMinute: UNLIMITED,
      eventLoopDelayMs: 0,
      ...options.limits,
    },
    ...(closeTimeoutMs !== undefined && { closeTimeoutMs }),
    imageOrigins: options.imageOrigins ?? [],
    googleScriptUrl: options.googleScriptUrl ?? null,
    mailboxPath: options.mailboxPath ?? null,
    webhooks: webhooks(ctx),
    trustedProxies: options.trustedProxies ?? [],
    securityContact: options.supportEmail === undefined ? null : { email: options.supportEmail, publicUrl: PUBLIC_URL },
    routes: [
      ...systemRoutes(ctx, {
        readiness,
        supportEmail: options.supportEmail ?? null,
        hasMailbox: options.mailboxPath !== undefined,
        installation: installationMark([sessionKey]),
      }),
      ...contactRoutes(ctx, options.supportEmail ?? null),
      ...sessionRoutes(ctx),
      ...securityLogRoutes(ctx),
      ...apiTokenRoutes(ctx),
      ...routes(ctx),
      ...accountRoutes(ctx),
      ...secondFactorRoutes(ctx),
    ],
  })
  stack.defer(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const owned = stack.move()
  return {
    url,
    test,
    db: test.db,
    database: test.database,
    databaseUrl: test.url,
    /** The database as a process of this role uses it. */
    openAs: test.openAs,
    app,
    ctx,
    tokens: ctx.tokens,
    sessionKey,
    passwords: ctx.passwords,
    guard: ctx.guard,
    /** Whether the API is ready for calls. */
    readiness,
    /** The errors that no caller received. */
    errors,
    ...apiClient(url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Calls the API at `url` like a browser. */
export function apiClient(url: string) {
  async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<Answered<E>> {
    const response = await fetch(urlOf(url, endpoint, sent), {
      method: endpoint.method,
      headers: {
        ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(sent.token !== undefined && { Authorization: `Bearer ${sent.token}` }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    })
    const { status, headers } = response
    const text = await response.text()
    return { status, headers, body: JSON.parse(text), failure: JSON.parse(text) }
  }

  /** Creates an account and signs it in. */
  async function signUp(email = `${randomUUID()}@example.com`): Promise<Person> {
    const password = 'correct horse battery'
    const { status, body } = await call(api.register, {
      body: aRegistration({ email, password, confirmPassword: password }),
    })
    if (status !== 200) throw new Error(`Could not sign up: ${JSON.stringify(body)}`)
    return { token: body.token, accountId: body.data.profile.id, email, password }
  }

  /** Opens another session of an account, and returns its token. */
  async function signIn({ email, password }: Person, { remember = false } = {}): Promise<string> {
    return (await call(api.signIn, { body: { email, password, remember_me: remember } })).body.token
  }

  return { call, signUp, signIn }
}

/** A valid registration, with the fields that the test changes. */
export function aRegistration(change: Record<string, unknown> = {}) {
  const password = 'correct horse battery'
  return {
    email: `${randomUUID()}@example.com`,
    password,
    confirmPassword: password,
    terms: true,
    termsVersion: 'v1.0',
    privacyVersion: 'v1.0',
    ...change,
  }
}

function urlOf(
  base: string,
  { path }: Endpoint,
  { params = {}, query = {} }: Pick<Sent<Endpoint>, 'params' | 'query'>,
) {
  const values: Record<string, string | number> = params
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return new URL(`${API_BASE}${filled}?${new URLSearchParams(query).toString()}`, base)
}
