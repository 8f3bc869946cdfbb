import { isIP, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { SessionKey } from '../platform/derived-keys/derive-key.ts'
import { isEncryptedOrLocal, isLoopback } from '../platform/network-of.ts'
import { StartupError } from '../platform/startup-error.ts'
import { ALERT_RULES, ALERT_VARIABLES, privateHostsOf, smsMistakes, smsOf } from './alert-settings.ts'
import { BACKUP_RULES, BACKUP_VARIABLES, backupsOf } from './backup-settings.ts'
import { databaseMistakes } from './database-mistakes.ts'
import { billingOf, planMistakes, plansOf, practiceStripeOf } from './plan-settings.ts'
import { WATCHING_RULES, WATCHING_VARIABLES, watchingOf } from './watching-settings.ts'

const integer = (min: number, max: number) => z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max))
const webAddress = z.url({ protocol: /^https?$/ })
/** An address, or a name with the address in angle brackets. */
const MAILBOX = /^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
/** `*` stands for any part of a host name. */
const IMAGE_ORIGINS = /^https?:\/\/(\*\.)?[\w.-]+(:\d+)?(,https?:\/\/(\*\.)?[\w.-]+(:\d+)?)*$/
/** A host with its port, where that is not the usual one; `*.` stands for any part of a host name below a domain. */
const PUSH_HOST = /^(\*\.[a-z\d-]+\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(:\d{1,5})?$/
const GOOGLE_SCRIPT_URL = 'https://accounts.google.com/gsi/client'
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const Environment = z.object({
  PORT: z._default(integer(0, 65_535), 3000),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
  PUBLIC_URL: z.optional(webAddress),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  BIDWELL_DATA: z._default(z.string(), '.bidwell'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_PRIVATE_NETWORK: z._default(z.enum(['true', 'false']), 'false'),
  IMAGE_ORIGINS: z.optional(z.string().check(z.regex(IMAGE_ORIGINS))),
  MARKETPLACE: z._default(z.enum(['auction-house', 'shopgoodwill']), 'auction-house'),
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: z._default(z.enum(['true', 'false']), 'false'),
  SHOPGOODWILL_API_URL: z.optional(webAddress.check(z.refine(isEncryptedOrLocal))),
  AUCTION_HOUSE_PORT: z._default(integer(0, 65_535), 3001),
  SITE_READS_PER_SECOND: z.optional(z.coerce.number().check(z.minimum(0.1), z.maximum(100))),
  SITE_USER_AGENT: z.optional(z.string().check(z.regex(/^[!-~](?:[ -~]{0,198}[!-~])?$/))),
  SITE_LOGIN: z.optional(z.string().check(z.regex(/^[^:]+:./))),
  SESSION_KEYS: z._default(z.string().check(z.regex(/^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/)), ''),
  ADMIN_EMAILS: z._default(
    z.string().check(z.refine((list) => entriesOf(list).every((email) => /^[^\s@]+@[^\s@]+$/.test(email.trim())))),
    '',
  ),
  VAULT_KEYS: z._default(
    z
      .string()
      .check(z.regex(/^[\w-]+:(secret|public):[A-Za-z0-9+/]{43}=(,[\w-]+:(secret|public):[A-Za-z0-9+/]{43}=)*$/)),
    '',
  ),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string().check(z.regex(MAILBOX), z.maxLength(320))),
  DEV_MAILBOX: z._default(z.enum(['true', 'false']), 'false'),
  SUPPORT_EMAIL: z.optional(z.email().check(z.maxLength(254))),
  REQUIRE_VERIFIED_EMAIL: z.optional(z.enum(['true', 'false'])),
  PLAN_MODE: z.optional(z.enum(['subscriptions', 'self-hosted'])),
  PLANS_FILE: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[\w+/=-]+$/))),
  STRIPE_API_URL: z.optional(webAddress.check(z.refine(isEncryptedOrLocal))),
  PRACTICE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[\w-]+$/))),
  PRACTICE_STRIPE_PORT: z._default(integer(0, 65_535), 3002),
  ...ALERT_VARIABLES,
  GOOGLE_CLIENT_ID: z.optional(z.string().check(z.regex(/^[\w.-]{1,255}$/))),
  GOOGLE_JWKS_URL: z._default(
    webAddress.check(z.refine(isEncryptedOrLocal)),
    'https://www.googleapis.com/oauth2/v3/certs',
  ),
  GOOGLE_SCRIPT_URL: z._default(webAddress.check(z.refine(isEncryptedOrLocal)), GOOGLE_SCRIPT_URL),
  PUSH_HOSTS: z._default(
    z.string().check(z.refine((list) => entriesOf(list).every((host) => PUSH_HOST.test(host)))),
    '',
  ),
  ...WATCHING_VARIABLES,
  ...BACKUP_VARIABLES,
  LOG_LEVEL: z._default(z.enum(LEVELS), 'info'),
  NODE_ENV: z.optional(z.string()),
})

const RULES: Record<string, string> = {
  PORT: 'must be a port number from 0 to 65535',
  HOST: 'must be an address or host name to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'must be the http:// or https:// address at which browsers reach Bidwell',
  DATABASE_URL: 'must be a postgres:// address',
  DATABASE_PRIVATE_NETWORK: 'must be true or false',
  IMAGE_ORIGINS: 'must be origins between commas, such as https://images.example.com,https://*.example.com',
  MARKETPLACE: 'must be auction-house or shopgoodwill',
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'must be true or false',
  SHOPGOODWILL_API_URL:
    'must be an https:// address: http:// is for this machine alone, such as http://127.0.0.1:3001/api/',
  AUCTION_HOUSE_PORT: 'must be a port number from 0 to 65535',
  SITE_READS_PER_SECOND: 'must be a number from 0.1 to 100',
  SITE_USER_AGENT: 'must be at most 200 printable ASCII characters, such as Bidwell/0.1 (bids@example.com)',
  SITE_LOGIN: 'must be a user name and a password of the site, with a colon between',
  SESSION_KEYS: 'must be what `npm run -s bidwell keys generate` prints: id:key, newest first, between commas',
  ADMIN_EMAILS: 'must be e-mail addresses between commas, such as ann@example.com,bob@example.com',
  VAULT_KEYS:
    'must be what `npm run -s bidwell keys generate` prints: id:secret:key or id:public:key, newest first, between commas',
  SMTP_URL:
    'must be the mail server, such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587',
  MAIL_FROM: 'must be the sender of mails, such as Bidwell <bids@example.com>',
  DEV_MAILBOX: 'must be true or false',
  SUPPORT_EMAIL: 'must be the address that answers users, such as help@example.com',
  REQUIRE_VERIFIED_EMAIL: 'must be true or false',
  PLAN_MODE: 'must be subscriptions or self-hosted',
  PLANS_FILE: 'must be the path of the file with the plans',
  STRIPE_SECRET_KEY: 'must be a secret key of Stripe: it starts with sk_live_, sk_test_, rk_live_ or rk_test_',
  STRIPE_WEBHOOK_SECRET: "must be the signing secret of Stripe's webhook: it starts with whsec_",
  STRIPE_API_URL: 'must be an https:// address: http:// is for this machine alone, such as http://127.0.0.1:3002',
  PRACTICE_WEBHOOK_SECRET: 'is set by Bidwell itself',
  PRACTICE_STRIPE_PORT: 'must be a port number from 0 to 65535',
  ...ALERT_RULES,
  GOOGLE_CLIENT_ID: 'must be the client id that Google shows, such as 123-abc.apps.googleusercontent.com',
  GOOGLE_JWKS_URL: 'must be the https:// address of the keys that Google signs with',
  GOOGLE_SCRIPT_URL: "must be the https:// address of Google's script",
  PUSH_HOSTS: 'must be hosts between commas, in lower case, such as push.example.com,*.push.example.org:8443',
  ...WATCHING_RULES,
  ...BACKUP_RULES,
  LOG_LEVEL: `must be one of ${LEVELS.join(', ')}`,
}

export const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'SITE_LOGIN',
  'SESSION_KEYS',
  'VAULT_KEYS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PRACTICE_WEBHOOK_SECRET',
  'TWILIO_AUTH_TOKEN',
  'METRICS_TOKEN',
  'HEARTBEAT_URL',
  'BACKUP_IDENTITY',
])
/** The environment variables that hold no secret. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape).filter((name) => !SECRETS.has(name))

/** X25519, 32 raw bytes; newest first. The first key seals, and all secret keys open. A public key can only seal. */
export type VaultKey = { kid: string; kind: 'secret' | 'public'; key: Buffer }

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from an environment. Throws a StartupError with one line per mistake. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const mistakes = parsed.error?.issues.map(({ path }) => `${path.join('.')} ${RULES[String(path[0])]}`) ?? []
  if (given['MARKETPLACE'] === 'shopgoodwill' && given['SHOPGOODWILL_TERMS_ACKNOWLEDGED'] !== 'true') {
    mistakes.push(
      "SHOPGOODWILL_TERMS_ACKNOWLEDGED must be true before MARKETPLACE may be shopgoodwill: the site's terms are " +
        'reported to forbid automated access, and it may close the accounts that use it',
    )
  }
  mistakes.push(...mailMistakes(given), ...databaseMistakes(given), ...planMistakes(given), ...smsMistakes(given))
  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    mistakes.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0: every certificate would be accepted')
  }
  if (given['NODE_ENV'] === 'production' && given['GOOGLE_SCRIPT_URL'] !== undefined) {
    mistakes.push('GOOGLE_SCRIPT_URL must not be set in production: it replaces the script of Google in tests')
  }
  if (given['NODE_ENV'] === 'production' && !isEncryptedOrLocal(given['PUBLIC_URL'] ?? 'http://localhost')) {
    mistakes.push(
      'PUBLIC_URL must be an https:// address in production: tokens and mailed links would travel in the clear. A proxy ' +
        'in front of Bidwell may speak https',
    )
  }
  mistakes.push(...proxyMistakes(given['TRUSTED_PROXIES'] ?? ''))
  if (!parsed.success || mistakes.length > 0) throw new StartupError(mistakes.join('\n'))

  const raw = parsed.data
  const localUrl = `http://${urlHost(raw.HOST)}:${raw.PORT}`
  const mail = mailOf(raw, raw.PUBLIC_URL ?? localUrl)
  return {
    http: {
      host: raw.HOST,
      port: raw.PORT,
      localUrl,
      publicUrl: raw.PUBLIC_URL ?? localUrl,
      /** Addresses and networks of proxies. A forwarded client address is accepted from these alone. */
      trustedProxies: proxies(raw.TRUSTED_PROXIES),
    },
    dataDir: resolve(raw.BIDWELL_DATA),
    database: raw.DATABASE_URL ? { kind: 'remote' as const, url: raw.DATABASE_URL } : { kind: 'embedded' as const },
    site: siteOf(raw),
    /** The login of the site that the doctor tries, `name:password`; null where it tries none. */
    siteLogin: raw.SITE_LOGIN ?? null,
    /** The practice site to run on this machine; null when bids go to another site. */
    auctionHouse: usesOwnPracticeSite(raw) ? { port: raw.AUCTION_HOUSE_PORT } : null,
    keys: { session: sessionKeys(raw.SESSION_KEYS), vault: vaultKeys(raw.VAULT_KEYS) },
    isPrivate: isPrivate(raw, raw.PUBLIC_URL ?? localUrl),
    mail,
    /** How text messages leave; null where none do, and nothing offers them. */
    sms: smsOf(raw, mail.usesMailbox),
    /** The hosts in private networks that webhooks may name, each with its port. */
    webhookPrivateHosts: privateHostsOf(raw),
    /** Whether an account must have verified its address before it bids. */
    requiresVerifiedEmail: requiresVerifiedEmail(raw),
    /** Where the plans stand; null on an installation without plans, where everything is unlimited. */
    plans: plansOf(raw),
    /** How to reach the payment service, if this process has its keys. */
    billing: billingOf(raw),
    /** The stand-in for the payment service to run on this machine; null where payments go elsewhere. */
    practiceStripe: practiceStripeOf(raw),
    /** The address that the help page shows; null where the operator publishes none. */
    supportEmail: raw.SUPPORT_EMAIL ?? null,
    /** Signing in with Google; null where it is not set up. */
    google: raw.GOOGLE_CLIENT_ID
      ? { clientId: raw.GOOGLE_CLIENT_ID, jwksUrl: raw.GOOGLE_JWKS_URL, scriptUrl: raw.GOOGLE_SCRIPT_URL }
      : null,
    /** How alerts reach browsers. */
    push: {
      /** Hosts of push services beside those of the browsers. */
      hosts: entriesOf(raw.PUSH_HOSTS),
      contact: pushContactOf(raw, raw.PUBLIC_URL ?? localUrl),
    },
    /** Who may be the administrator, in lower case: the first of these addresses that is verified. */
    adminEmails: entriesOf(raw.ADMIN_EMAILS).map((email) => email.trim().toLowerCase()),
    /** How others watch this installation. */
    watching: watchingOf(raw),
    backups: backupsOf(raw, resolve(raw.BIDWELL_DATA)),
    logLevel: raw.LOG_LEVEL,
    production: raw.NODE_ENV === 'production',
  }
}

/** Where plans are sold and mail is sent, each trial and each subscription belongs to an address that answers. */
const requiresVerifiedEmail = (raw: z.infer<typeof Environment>): boolean =>
  raw.REQUIRE_VERIFIED_EMAIL === undefined
    ? raw.MAIL_FROM !== undefined && plansOf(raw) !== null
    : raw.REQUIRE_VERIFIED_EMAIL === 'true'

const usesOwnPracticeSite = (raw: z.infer<typeof Environment>) =>
  raw.MARKETPLACE === 'auction-house' && raw.SHOPGOODWILL_API_URL === undefined

/** The site that receives the bids. `practice` is shown to people; the rest of the code does not depend on it. */
function siteOf(raw: z.infer<typeof Environment>) {
  const real = raw.MARKETPLACE === 'shopgoodwill'
  const house = `127.0.0.1:${raw.AUCTION_HOUSE_PORT}`
  const apiUrl = raw.SHOPGOODWILL_API_URL ?? (real ? 'https://buyerapi.shopgoodwill.com/api/' : `http://${house}/api/`)
  return {
    id: raw.MARKETPLACE,
    name: real ? 'ShopGoodwill' : 'Auction House',
    practice: !real,
    apiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    /** The host that receives logins, without a port. */
    host: new URL(apiUrl).hostname,
    homeUrl: real ? 'https://shopgoodwill.com' : `http://${house}`,
    /** The origins of item pictures. `*` stands for any part of a host name. */
    imageOrigins:
      raw.IMAGE_ORIGINS?.split(',') ??
      (real
        ? ['https://shopgoodwillimages.azureedge.net', 'https://*.shopgoodwill.com']
        : [`http://${house}`, new URL(apiUrl).origin]),
    itemHosts: real ? ['shopgoodwill.com', 'www.shopgoodwill.com'] : [house, `localhost:${raw.AUCTION_HOUSE_PORT}`],
    readsPerSecond: raw.SITE_READS_PER_SECOND ?? (real ? 1 : 5),
    userAgent: raw.SITE_USER_AGENT,
  }
}

function mailMistakes(given: Record<string, string | undefined>): string[] {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, DEV_MAILBOX, REQUIRE_VERIFIED_EMAIL, NODE_ENV } = given
  return [
    ...(SMTP_URL !== undefined && MAIL_FROM === undefined
      ? ['MAIL_FROM must be set with SMTP_URL: it is the sender']
      : []),
    ...(MAIL_FROM !== undefined && PUBLIC_URL === undefined
      ? ['PUBLIC_URL must be set with MAIL_FROM: the links in mails start with it']
      : []),
    ...(DEV_MAILBOX === 'true' && NODE_ENV === 'production'
      ? ['DEV_MAILBOX must not be true in production: the page lets whoever opens it set every password']
      : []),
    ...(REQUIRE_VERIFIED_EMAIL === 'true' && NODE_ENV === 'production' && MAIL_FROM === undefined
      ? ['REQUIRE_VERIFIED_EMAIL needs MAIL_FROM and SMTP_URL: nobody could verify an address without mail']
      : []),
  ]
}

/** Whether this is a developer's installation that no other machine reaches. */
const isPrivate = ({ NODE_ENV, HOST }: z.infer<typeof Environment>, publicUrl: string): boolean =>
  NODE_ENV !== 'production' && isLoopback(HOST) && isLoopback(new URL(publicUrl).hostname)

/**
 * How mail leaves. `from` is set wherever mail is sent, also for the API, which does not have the mail server's password.
 * Without a mail server, mails go to a page of the development server, and only while no other machine reaches it: whoever
 * reads it can take over every account. Where bids go to a real site, only the operator's own word opens that page.
 */
function mailOf(raw: z.infer<typeof Environment>, publicUrl: string) {
  const isSafe = isLoopback(new URL(siteOf(raw).apiUrl).hostname) || raw.DEV_MAILBOX === 'true'
  const usesMailbox = raw.MAIL_FROM === undefined && isPrivate(raw, publicUrl) && isSafe
  return {
    from: raw.MAIL_FROM ?? (usesMailbox ? 'Bidwell <bidwell@localhost>' : null),
    smtp: raw.SMTP_URL === undefined ? null : smtpOf(raw.SMTP_URL),
    usesMailbox,
  }
}

export type SmtpServer = ReturnType<typeof smtpOf>

function smtpOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const login = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host,
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    // Beyond this machine, a mail never travels in the clear: it may hold a link that sets a password.
    encryption: protocol === 'smtps:' ? ('tls' as const) : isLoopback(host) ? ('none' as const) : ('starttls' as const),
    login: username === '' ? null : login,
  }
}

/** Whom a push service can turn to. Some of them refuse a push without an address. */
function pushContactOf({ SUPPORT_EMAIL, MAIL_FROM }: z.infer<typeof Environment>, publicUrl: string): string {
  const sender = MAIL_FROM === undefined ? undefined : (/<(.*)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM)
  return `mailto:${SUPPORT_EMAIL ?? sender ?? `bidwell@${new URL(publicUrl).hostname}`}`
}

/** The host for a URL: a wildcard address to listen on is not an address to connect to. */
function urlHost(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

const proxies = (list: string) => entriesOf(list).map((entry) => entry.trim())

/** One message for each entry that is neither an address nor a network, or that contains strangers' addresses. */
function proxyMistakes(list: string): string[] {
  return proxies(list).flatMap((entry) => {
    const [address = '', bits, ...more] = entry.split('/')
    const maxLength = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const length = bits === undefined ? maxLength : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (more.length > 0 || address.includes('%') || !(length >= 0 && length <= maxLength)) {
      return `TRUSTED_PROXIES must be addresses or networks between commas, such as 127.0.0.1,10.0.0.0/8: "${entry}" is neither`
    }
    // The widest private network is as wide.
    return length < 8 ? `TRUSTED_PROXIES must name proxies: "${entry}" is wider than /8` : []
  })
}

const entriesOf = (list: string) => list.split(',').filter(Boolean)

const sessionKeys = (list: string): SessionKey[] =>
  entriesOf(list).map((entry) => {
    const [kid = '', key = ''] = entry.split(':')
    return { kid, key: Buffer.from(key, 'base64') }
  })

const vaultKeys = (list: string): VaultKey[] =>
  entriesOf(list).map((entry) => {
    const [kid = '', kind, key = ''] = entry.split(':')
    return { kid, kind: kind === 'secret' ? 'secret' : 'public', key: Buffer.from(key, 'base64') }
  })
