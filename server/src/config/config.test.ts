import { expect, test } from 'vitest'
import { StartupError } from '../platform/startup-error.ts'
import { readConfig } from './config.ts'

const KEY = Buffer.alloc(32, 7)
const REAL = { MARKETPLACE: 'shopgoodwill', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' }

test('Without configuration, Bidwell listens on the loopback address and bids at its own auction house', () => {
  const { http, database, site, production } = readConfig({})
  expect(http).toMatchObject({ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' })
  expect(database).toEqual({ kind: 'embedded' })
  expect(site).toMatchObject({ practice: true, apiUrl: 'http://127.0.0.1:3001/api/', homeUrl: 'http://127.0.0.1:3001' })
  expect(production).toBe(false)
})

test('Each mistake in the configuration is one line with the variable and its rule', () => {
  const mistaken = {
    PORT: 'http',
    DATABASE_URL: 'mysql://localhost/x',
    LOG_LEVEL: 'loud',
    SITE_READS_PER_SECOND: '0',
  }
  expect(() => readConfig(mistaken)).toThrow(StartupError)
  expect(() => readConfig(mistaken)).toThrow(
    [
      'PORT must be a port number from 0 to 65533',
      'DATABASE_URL must be a postgres:// address',
      'SITE_READS_PER_SECOND must be a number from 0.1 to 100',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    ].join('\n'),
  )
})

test('The message for a mistake in a secret does not contain the secret', () => {
  expect(() => readConfig({ SESSION_KEYS: 'k1:tooshort' })).toThrow(/^SESSION_KEYS must be what/)
  expect(() => readConfig({ SESSION_KEYS: 'k1:tooshort' })).not.toThrow(/tooshort/)
})

test('The real site needs an explicit acknowledgement, and has addresses of its own', () => {
  expect(() => readConfig({ MARKETPLACE: 'shopgoodwill' })).toThrow(/^SHOPGOODWILL_TERMS_ACKNOWLEDGED must be true/)
  const { site } = readConfig({ MARKETPLACE: 'shopgoodwill', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' })
  expect(site).toMatchObject({ practice: false, apiUrl: 'https://buyerapi.shopgoodwill.com/api/' })
  expect(site.itemHosts).toEqual(['shopgoodwill.com', 'www.shopgoodwill.com'])
})

test('The real site is read once a second, the practice site five times, and the operator may say otherwise', () => {
  const real = { MARKETPLACE: 'shopgoodwill', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' }
  expect(readConfig(real).site).toMatchObject({ readsPerSecond: 1 })
  expect(readConfig({}).site).toMatchObject({ readsPerSecond: 5 })
  const own = { SITE_READS_PER_SECOND: '0.5', SITE_USER_AGENT: 'Bids of Ann (ann@example.com)' }
  const site = { readsPerSecond: 0.5, userAgent: 'Bids of Ann (ann@example.com)' }
  expect(readConfig({ ...real, ...own }).site).toMatchObject(site)
  expect(() => readConfig({ SITE_USER_AGENT: 'a\r\nCookie: b' })).toThrow(/^SITE_USER_AGENT must be/)
})

test('A program on this machine can stand in for either site', () => {
  const { site, auctionHouse } = readConfig({ STAND_INS: 'site=http://127.0.0.1:9/api' })
  expect(site).toMatchObject({ apiUrl: 'http://127.0.0.1:9/api/', homeUrl: 'http://127.0.0.1:9' })
  expect(readConfig({ ...REAL, STAND_INS: 'site=http://localhost:9/api' }).site.host).toBe('localhost')
  expect(auctionHouse).toBe(null)
})

test.each([
  'site=https://site.example.com/api',
  'site=http://127.0.0.1.example.com/api',
  'site=http://10.0.0.1/api',
  'site=http://localhost.example.com/',
  'site=ftp://127.0.0.1/',
  'site=nowhere',
  'http://127.0.0.1:9/api',
  'sight=http://127.0.0.1:9/api',
  'stripe=http://127.0.0.1:9,twilio=http://twilio.example.com',
])('%s is refused as a stand-in: logins and keys would leave this machine', (STAND_INS) => {
  for (const site of [{}, REAL]) {
    expect(() => readConfig({ ...site, STAND_INS })).toThrow(/^STAND_INS must be site, stripe, twilio or google/)
  }
})

test('An empty environment variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    http: { port: 3000 },
    database: { kind: 'embedded' },
  })
})

test('The configured keys are newest first, and vault keys are secret or public', () => {
  const text = KEY.toString('base64')
  const { keys } = readConfig({
    SESSION_KEYS: `new:${text},old:${text}`,
    VAULT_KEYS: `v2:public:${text},v1:secret:${text}`,
  })
  expect(keys.session).toEqual([
    { kid: 'new', key: KEY },
    { kid: 'old', key: KEY },
  ])
  expect(keys.vault).toEqual([
    { kid: 'v2', kind: 'public', key: KEY },
    { kid: 'v1', kind: 'secret', key: KEY },
  ])
})

test('With a wildcard listening address, the local URL uses localhost', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).http.publicUrl).toBe('http://localhost:3000')
  expect(readConfig({ HOST: '::1' }).http.publicUrl).toBe('http://[::1]:3000')
})

test('Trusted proxies are addresses or networks, and none by default', () => {
  expect(readConfig({}).http.trustedProxies).toEqual([])
  const { http } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8' })
  expect(http.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
  expect(http.publicUrl).toBe('http://127.0.0.1:3000')
})

test.each([
  'proxy.example.com',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'fd00::/129',
  '10.0.0',
  '127.0.0.1;',
  'fe80::1%eth0',
])('%j is refused as a trusted proxy', (entry) => {
  expect(() => readConfig({ TRUSTED_PROXIES: `127.0.0.1,${entry}` })).toThrow(
    new StartupError(
      `TRUSTED_PROXIES must be addresses or networks between commas, such as 127.0.0.1,10.0.0.0/8: "${entry}" is neither`,
    ),
  )
})

test.each(['0.0.0.0/0', '::/0', '0.0.0.0/1', '2000::/3'])('Trusting half of the world (%s) is refused', (entry) => {
  expect(() => readConfig({ TRUSTED_PROXIES: entry })).toThrow(
    `TRUSTED_PROXIES must name proxies: "${entry}" is wider than /8`,
  )
})

const VERIFIED = 'DATABASE_URL must say sslmode=verify-full'

test.each([
  'postgres://db.example.com/bidwell',
  'postgres://10.0.0.7/bidwell',
  'postgres://db/bidwell?sslmode=disable&sslmode=verify-full',
  'postgres://db/bidwell?sslmode=disable&ssl=true',
  'postgres://db/bidwell?sslmode=prefer',
  'postgres://db/bidwell?sslmode=require',
  'postgres://db/bidwell?sslmode=no-verify',
  'postgres://db/bidwell?sslmode=verify-ca',
  'postgres://db/bidwell?sslmode=verify-full&sslmode=disable',
  'postgres://db/bidwell?sslmode=verify-full&ssl=0',
  'postgres://127.0.0.1/bidwell?host=db.example.com',
  'postgres://127.0.0.1.example.com/bidwell',
  'postgres://localhost.example.com/bidwell',
])('The database %s on another machine is refused, because a stranger could read what is sent', (address) => {
  expect(() => readConfig({ DATABASE_URL: address })).toThrow(VERIFIED)
})

test.each([
  'postgres://db.example.com/bidwell?sslmode=verify-full',
  'postgres://in-a-private-network/bidwell?sslmode=disable',
  'postgres://127.0.0.1:5433/bidwell',
  'postgres://localhost/bidwell',
  'postgres://[::1]/bidwell',
  'postgres://user@%2Fvar%2Frun%2Fpostgresql/bidwell',
  'postgres://user@localhost/bidwell?host=/var/run/postgresql',
])('The database %s is accepted', (address) => {
  expect(readConfig({ DATABASE_URL: address }).database).toEqual({ kind: 'remote', url: address })
})

test('A Node that accepts every certificate is refused', () => {
  expect(() => readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(/every certificate would be accepted/)
})

test('Administrators are found however the operator writes their addresses', () => {
  const { adminEmails } = readConfig({ ADMIN_EMAILS: 'Ann@Example.com, bob@example.com' })
  expect(adminEmails).toEqual(['ann@example.com', 'bob@example.com'])
})

test('Signing in with Google is set up by a client id, and production takes no other script than that of Google', () => {
  expect(readConfig({}).google).toBeNull()
  expect(readConfig({ GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com' }).google).toEqual({
    clientId: '1-a.apps.googleusercontent.com',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    scriptUrl: 'https://accounts.google.com/gsi/client',
  })
  const standIn = { STAND_INS: 'google=http://127.0.0.1:9' }
  expect(readConfig({ GOOGLE_CLIENT_ID: 'x', ...standIn }).google).toMatchObject({
    jwksUrl: 'http://127.0.0.1:9/oauth2/v3/certs',
    scriptUrl: 'http://127.0.0.1:9/gsi/client',
  })
  expect(() => readConfig({ NODE_ENV: 'production', ...standIn })).toThrow(/^STAND_INS must not name google/)
})

const MAIL = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'bids@example.com', PUBLIC_URL: 'https://b.example.com' }

test.each([
  ['smtps://u%40x:p%2Fw@mail.example.com', { port: 465, encryption: 'tls', login: { user: 'u@x', pass: 'p/w' } }],
  ['smtp://mail.example.com', { port: 587, encryption: 'starttls', login: null }],
  ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25, encryption: 'starttls' }],
  ['smtp://127.0.0.1:1025', { port: 1025, encryption: 'none', login: null }],
  ['smtp://localhost', { port: 587, encryption: 'none' }],
])('The mail server %s is reached in the clear only on this machine', (SMTP_URL, expected) => {
  expect(readConfig({ ...MAIL, SMTP_URL }).mail.smtp).toMatchObject(expected)
})

test.each([
  [{ ...MAIL, SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL must be the mail server'],
  [{ ...MAIL, MAIL_FROM: 'nobody' }, 'MAIL_FROM must be the sender'],
  [{ ...MAIL, MAIL_FROM: 'Bids <a@example.com>\r\nBcc: <b@example.com>' }, 'MAIL_FROM must be the sender'],
  [{ SMTP_URL: MAIL.SMTP_URL }, 'MAIL_FROM must be set with SMTP_URL'],
  [{ ...MAIL, PUBLIC_URL: undefined }, 'PUBLIC_URL must be set with MAIL_FROM'],
  [{ SUPPORT_EMAIL: 'the office' }, 'SUPPORT_EMAIL must be the address'],
])('The mistake in the mail settings %j is refused', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test('A mistake in the mail server does not repeat its password', () => {
  expect(() => readConfig({ ...MAIL, SMTP_URL: 'ftp://u:canary@mail.example.com' })).not.toThrow(/canary/)
})

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_canary1', STRIPE_WEBHOOK_SECRET: 'whsec_canary2' }

test.each([
  [{}, true],
  [{ PLAN_MODE: 'self-hosted' }, false],
  [REAL, false],
  [{ ...REAL, PLANS_FILE: 'our-plans.json' }, true],
  [{ ...REAL, ...STRIPE }, true],
  [{ ...REAL, PLAN_MODE: 'subscriptions' }, true],
  [{ ...REAL, ...STRIPE, PLAN_MODE: 'self-hosted' }, false],
])('Whether the installation %j has plans is %s', (environment, hasPlans) => {
  expect(readConfig(environment).plans !== null).toBe(hasPlans)
})

test('The practice installation pays at a stand-in on this machine, and with keys it pays at Stripe', () => {
  const own = readConfig({ PORT: '4000' })
  expect(own.practiceStripe).toEqual({ port: 4002 })
  expect(own.billing).toMatchObject({ apiUrl: 'http://127.0.0.1:4002', isTest: true })
  const elsewhere = readConfig({ STAND_INS: 'stripe=http://127.0.0.1:9' })
  expect(elsewhere).toMatchObject({ practiceStripe: null, billing: { apiUrl: 'http://127.0.0.1:9', isTest: true } })
  const keyed = readConfig(STRIPE)
  expect(keyed).toMatchObject({ practiceStripe: null, billing: { apiUrl: 'https://api.stripe.com', isTest: true } })
  const live = readConfig({ ...REAL, ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_canary' })
  expect(live.billing).toEqual({
    secretKey: 'rk_live_canary',
    webhookSecret: 'whsec_canary2',
    apiUrl: 'https://api.stripe.com',
    isTest: false,
  })
  for (const environment of [{ PLAN_MODE: 'self-hosted' }, { ...REAL, PLANS_FILE: 'plans.json' }]) {
    expect(readConfig(environment)).toMatchObject({ practiceStripe: null, billing: null })
  }
})

test('No message of practice payments is accepted by a secret that anybody can know', () => {
  const secret = readConfig({}).billing?.webhookSecret
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  const keyed = (key: Buffer) => readConfig({ SESSION_KEYS: `k:${key.toString('base64')}` }).billing?.webhookSecret
  expect(keyed(KEY)).toBe(keyed(KEY))
  expect(new Set([secret, keyed(KEY), keyed(Buffer.alloc(32, 8))]).size).toBe(3)
})

test('In production, browsers reach Bidwell by https, or on the same machine', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://bids.example.com' }
  expect(() => readConfig(production)).toThrow('PUBLIC_URL must be an https:// address in production')
  for (const PUBLIC_URL of ['https://bids.example.com', 'http://localhost:3000', 'http://127.0.0.1:3000', undefined]) {
    expect(readConfig({ ...production, PUBLIC_URL }).production).toBe(true)
  }
  expect(readConfig({ PUBLIC_URL: 'http://bids.example.com' }).production).toBe(false)
})

test.each([
  [{ PLAN_MODE: 'free' }, 'PLAN_MODE must be subscriptions or self-hosted'],
  [{ STRIPE_SECRET_KEY: STRIPE.STRIPE_SECRET_KEY }, 'STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY'],
  [{ STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_WEBHOOK_SECRET }, 'STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET'],
  [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_canary' }, 'STRIPE_SECRET_KEY must be a secret key of Stripe'],
  [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'we_canary' }, 'STRIPE_WEBHOOK_SECRET must be the signing secret'],
  [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_canary' }, 'STRIPE_SECRET_KEY must be a test key while bids go to the'],
])('The mistake in the billing settings %j is refused, without repeating a secret', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
  expect(() => readConfig(environment)).not.toThrow(/canary/)
})

test('An address must be verified where plans are sold and mail is sent', () => {
  expect(readConfig(MAIL).requiresVerifiedEmail).toBe(true)
  for (const environment of [{}, { ...MAIL, PLAN_MODE: 'self-hosted' }, { ...MAIL, ...REAL }]) {
    expect(readConfig(environment).requiresVerifiedEmail).toBe(false)
  }
})

test('Push services can be added by host, and a push names the address that answers', () => {
  expect(readConfig({}).push).toEqual({ hosts: [], contact: 'mailto:bidwell@127.0.0.1' })
  const added = readConfig({
    ALERT_HOSTS: 'push.example.com,*.push.example.org:8443',
    SUPPORT_EMAIL: 'help@example.com',
  })
  expect(added.push).toEqual({
    hosts: ['push.example.com', '*.push.example.org:8443'],
    contact: 'mailto:help@example.com',
  })
  const mail = { PUBLIC_URL: 'https://bids.example.com', MAIL_FROM: 'Bidwell <bids@example.com>' }
  expect(readConfig(mail).push.contact).toBe('mailto:bids@example.com')
})

test.each([
  'https://push.example.com',
  'push.example.com/x',
  '*',
  '*.com',
  '*.com:8443',
  'push.*.com',
  'http://10.0.0.1:80',
  'a b',
  'x@y.z',
  '.com',
])('%j is refused as a host that alerts may reach', (entry) => {
  expect(() => readConfig({ ALERT_HOSTS: `push.example.org,${entry}` })).toThrow(
    /^ALERT_HOSTS must be hosts between commas/,
  )
})

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_FROM: '+15551234567',
  TWILIO_AUTH_TOKEN: 'a'.repeat(32),
}
const PUBLIC_URL = 'https://bids.example.com'

test('Text messages go to the mailbox page at practice, through Twilio where it is set up, and nowhere else', () => {
  expect(readConfig({}).sms).toEqual({ dailyBudget: 500, twilio: null })
  const real = { MARKETPLACE: 'shopgoodwill', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' }
  expect(readConfig(real).sms).toBe(null)
  expect(readConfig({ HOST: '0.0.0.0', PUBLIC_URL }).sms).toBe(null)
  expect(readConfig({ ...real, ...TWILIO, PUBLIC_URL }).sms).toEqual({
    dailyBudget: 500,
    twilio: {
      accountSid: TWILIO.TWILIO_ACCOUNT_SID,
      authToken: TWILIO.TWILIO_AUTH_TOKEN,
      from: '+15551234567',
      apiUrl: 'https://api.twilio.com',
    },
  })
  // An engine has the settings and not the token.
  const { TWILIO_AUTH_TOKEN: _, ...settings } = TWILIO
  expect(readConfig({ ...settings, PUBLIC_URL }).sms?.twilio?.authToken).toBe(null)
})

test.each([
  { env: { TWILIO_FROM: '+15551234567', PUBLIC_URL }, rule: 'TWILIO_ACCOUNT_SID and TWILIO_FROM must be set together' },
  { env: { TWILIO_AUTH_TOKEN: 'a'.repeat(32) }, rule: 'TWILIO_ACCOUNT_SID must be set with TWILIO_AUTH_TOKEN' },
  { env: TWILIO, rule: 'PUBLIC_URL must be set with TWILIO_ACCOUNT_SID' },
  { env: { ...TWILIO, PUBLIC_URL, TWILIO_FROM: 'Bidwell' }, rule: 'TWILIO_FROM must be a number of yours' },
])('Settings of alerts that break a rule are named: $rule', ({ env, rule }) => {
  expect(() => readConfig(env)).toThrow(rule)
})

test('Webhooks may name each host of the list in a private network, at its port alone', () => {
  expect(readConfig({}).webhookPrivateHosts).toEqual(new Set())
  const { webhookPrivateHosts } = readConfig({
    ALERT_HOSTS: 'HomeAssistant.local:8123, 10.0.0.5:80,[fd00::1]:8443,ntfy.lan,*.push.example.com',
  })
  expect(webhookPrivateHosts).toEqual(
    new Set(['homeassistant.local:8123', '10.0.0.5:80', '[fd00::1]:8443', 'ntfy.lan:443']),
  )
})

test.each([
  [{ METRICS_TOKEN: 'x'.repeat(31) }, 'METRICS_TOKEN must have at least 32 characters'],
  [{ METRICS_TOKEN: `${'x'.repeat(31)} x` }, 'METRICS_TOKEN must have at least 32 characters and no space'],
  [{ HEARTBEAT_URL: 'http://monitor.example.com/ping/canary' }, 'HEARTBEAT_URL must be an https:// address'],
  [{ HEARTBEAT_URL: 'ftp://127.0.0.1/' }, 'HEARTBEAT_URL must be an https:// address'],
])('The setting %j about watching is refused', (env, rule) => {
  expect(() => readConfig(env)).toThrow(rule)
})

test('Without settings about watching, nothing is published or called', () => {
  expect(readConfig({}).watching).toEqual({ metricsToken: null, heartbeatUrl: null })
  const HEARTBEAT_URL = 'http://127.0.0.1:9/ping'
  expect(readConfig({ HEARTBEAT_URL }).watching.heartbeatUrl).toBe(HEARTBEAT_URL)
})

test.each([
  [{ BACKUPS: 'yes' }, 'BACKUPS must be on, or off'],
  [{ BACKUP_IDENTITY: 'canary' }, 'BACKUP_IDENTITY must be what `npm run -s bidwell keys generate` prints'],
])('A mistake about backups is refused by name, without what was given: %j', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
  expect(() => readConfig(env)).not.toThrow('canary')
})

test('Backups are made in the data folder, unless the operator settles otherwise', () => {
  expect(readConfig({ BIDWELL_DATA: '/data' }).backups).toEqual({
    isOn: true,
    folder: '/data/backups',
    identities: [],
  })
  const own = { BACKUPS: 'off', BACKUP_FOLDER: '/backups' }
  expect(readConfig(own).backups).toEqual({
    isOn: false,
    folder: '/backups',
    identities: [],
  })
})
