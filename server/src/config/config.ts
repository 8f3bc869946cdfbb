import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as z from 'zod/mini'
import { practiceWebhookSecret, type SessionKey } from '../platform/derived-keys/derive-key.ts'
import { isLoopback } from '../platform/network-of.ts'
import { StartupError } from '../platform/startup-error.ts'
import { findMistakes } from './find-mistakes.ts'
import { entriesOf, Environment, readStandIns, ruleOf } from './settings.ts'

type Raw = z.infer<typeof Environment>
type StandIns = NonNullable<ReturnType<typeof readStandIns>>

/** X25519, 32 raw bytes; newest first. The first key seals, and all secret keys open. A public key can only seal. */
export type VaultKey = { kid: string; kind: 'secret' | 'public'; key: Buffer }

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from an environment. Throws a StartupError with one line per mistake. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const mistakes = [...(parsed.error?.issues.map(({ path }) => ruleOf(path.join('.'))) ?? []), ...findMistakes(given)]
  if (!parsed.success || mistakes.length > 0) throw new StartupError(mistakes.join('\n'))

  const raw = parsed.data
  const localUrl = `http://${urlHost(raw.HOST)}:${raw.PORT}`
  const publicUrl = raw.PUBLIC_URL ?? localUrl
  const standIns = readStandIns(raw.STAND_INS) ?? {}
  const site = siteOf(raw, standIns)
  const isPrivate = isPrivateAt(publicUrl, raw)
  const mail = mailOf(raw, isPrivate && isLoopback(site.host))
  const plans = plansOf(raw)
  const session = sessionKeys(raw.SESSION_KEYS)
  const alertHosts = entriesOf(raw.ALERT_HOSTS.toLowerCase())
  const dataDir = resolve(raw.BIDWELL_DATA)
  const isPractice = raw.MARKETPLACE === 'auction-house'
  return {
    http: {
      host: raw.HOST,
      port: raw.PORT,
      localUrl,
      publicUrl,
      /** Addresses and networks of proxies. A forwarded client address is accepted from these alone. */
      trustedProxies: entriesOf(raw.TRUSTED_PROXIES),
    },
    dataDir,
    database: raw.DATABASE_URL ? { kind: 'remote' as const, url: raw.DATABASE_URL } : { kind: 'embedded' as const },
    site,
    /** People may keep searches, which are run for them. */
    hasSearches: (raw.SEARCH_ALERTS ?? String(isPractice)) === 'true',
    /** The practice site to run on this machine; null when bids go to another site. */
    auctionHouse: isPractice && !standIns.site ? { port: raw.PORT + 1 } : null,
    /** What keys are derived from, newest first. */
    rootSecrets: entriesOf(raw.ROOT_SECRET ?? '').map((secret) => Buffer.from(secret, 'base64')),
    keys: { session, vault: vaultKeys(raw.VAULT_KEYS) },
    isPrivate,
    mail,
    /** How text messages leave; null where none do, and nothing offers them. */
    sms: smsOf(raw, { usesMailbox: mail.usesMailbox, standIn: standIns.twilio }),
    /** The hosts in private networks that webhooks may name, each with its port. */
    webhookPrivateHosts: new Set(alertHosts.filter((host) => !host.startsWith('*')).map(withPort)),
    /** Where plans are sold and mail is sent, each trial and each subscription belongs to an address that answers. */
    requiresVerifiedEmail: mail.from !== null && !mail.usesMailbox && plans !== null,
    /** Where the plans stand; null on an installation without plans, where everything is unlimited. */
    plans,
    /** How to reach the payment service, if this process has its keys. */
    billing: plans && billingOf(raw, { session, standIn: standIns.stripe }),
    /** The stand-in for the payment service to run on this machine; null where payments go elsewhere. */
    practiceStripe: isPractice && plans && !raw.STRIPE_SECRET_KEY && !standIns.stripe ? { port: raw.PORT + 2 } : null,
    /** The address that the help page shows; null where the operator publishes none. */
    supportEmail: raw.SUPPORT_EMAIL ?? null,
    /** Signing in with Google; null where it is not set up. */
    google: raw.GOOGLE_CLIENT_ID ? googleOf(raw.GOOGLE_CLIENT_ID, standIns.google) : null,
    /** How alerts reach browsers. */
    push: {
      /** Hosts of push services beside those of the browsers. */
      hosts: alertHosts,
      /** Whom a push service can turn to. Some of them refuse a push without an address. */
      contact: `mailto:${raw.SUPPORT_EMAIL ?? addressIn(raw.MAIL_FROM) ?? `bidwell@${new URL(publicUrl).hostname}`}`,
    },
    /** Who may be the administrator, in lower case: the first of these addresses that is verified. */
    adminEmails: entriesOf(raw.ADMIN_EMAILS.toLowerCase()),
    /** How others watch this installation. */
    watching: {
      /** Who has it may read the metrics; null where nobody may. */
      metricsToken: raw.METRICS_TOKEN ?? null,
      /** Called each minute while all is well; null where nothing is. */
      heartbeatUrl: raw.HEARTBEAT_URL ?? null,
    },
    backups: {
      /** False where the operator makes backups by other means: then none is made by itself, and none is missed. */
      isOn: raw.BACKUPS === 'on',
      folder: resolve(raw.BACKUP_FOLDER ?? join(dataDir, 'backups')),
      /** What backups are made for, and opens them. */
      identities: entriesOf(raw.BACKUP_IDENTITY ?? ''),
    },
    logLevel: raw.LOG_LEVEL,
    production: raw.NODE_ENV === 'production',
  }
}

/** The site that receives the bids. `practice` is shown to people; the rest of the code does not depend on it. */
function siteOf(raw: Raw, { site: standIn }: StandIns) {
  const real = raw.MARKETPLACE === 'shopgoodwill'
  const ours = `http://127.0.0.1:${raw.PORT + 1}/api/`
  const url = standIn ?? new URL(real ? 'https://buyerapi.shopgoodwill.com/api/' : ours)
  return {
    id: raw.MARKETPLACE,
    name: real ? 'ShopGoodwill' : 'Auction House',
    practice: !real,
    apiUrl: url.href.endsWith('/') ? url.href : `${url.href}/`,
    /** The host that receives logins, without a port. */
    host: url.hostname,
    homeUrl: real ? 'https://shopgoodwill.com' : url.origin,
    /** The origins of item pictures. `*` stands for any part of a host name. */
    imageOrigins: real ? ['https://shopgoodwillimages.azureedge.net', 'https://*.shopgoodwill.com'] : [url.origin],
    itemHosts: real ? ['shopgoodwill.com', 'www.shopgoodwill.com'] : [url.host, `localhost:${url.port}`],
    readsPerSecond: raw.SITE_READS_PER_SECOND ?? (real ? 1 : 5),
    userAgent: raw.SITE_USER_AGENT,
  }
}

/** Whether this is a developer's installation that no other machine reaches. */
const isPrivateAt = (publicUrl: string, { NODE_ENV, HOST }: Raw): boolean =>
  NODE_ENV !== 'production' && isLoopback(HOST) && isLoopback(new URL(publicUrl).hostname)

/**
 * How mail leaves. `from` is set wherever mail is sent, also for the API, which does not have the mail server's password.
 * Without a mail server, mails go to a page of the development server, and only while no other machine reaches it and no bid
 * leaves this one: whoever reads it can take over every account.
 */
function mailOf(raw: Raw, isPractising: boolean) {
  const usesMailbox = raw.MAIL_FROM === undefined && isPractising
  return {
    from: raw.MAIL_FROM ?? (usesMailbox ? 'Bidwell <bidwell@localhost>' : null),
    smtp: raw.SMTP_URL === undefined ? null : smtpOf(raw.SMTP_URL),
    usesMailbox,
  }
}

const withPort = (host: string) => (/:\d+$/.test(host) ? host : `${host}:443`)

const addressIn = (sender: string | undefined) => /<(.*)>$/.exec(sender ?? '')?.[1] ?? sender

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

export type Twilio = {
  accountSid: string
  /** Null in a process that has not received it. */
  authToken: string | null
  /** A number, or the SID of a messaging service. */
  from: string
  /** The origin of the service's API. */
  apiUrl: string
}

/** The most text messages in a day. Codes take half at most. */
const SMS_A_DAY = 500

/** How text messages leave: by Twilio, to the page that shows the mails, or, with null, not at all. */
function smsOf(
  { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN, TWILIO_FROM: from }: Raw,
  { usesMailbox, standIn }: { usesMailbox: boolean; standIn: URL | undefined },
): { dailyBudget: number; twilio: Twilio | null } | null {
  if (accountSid !== undefined && from !== undefined) {
    const apiUrl = standIn?.origin ?? 'https://api.twilio.com'
    return { dailyBudget: SMS_A_DAY, twilio: { accountSid, authToken: TWILIO_AUTH_TOKEN ?? null, from, apiUrl } }
  }
  return usesMailbox ? { dailyBudget: SMS_A_DAY, twilio: null } : null
}

const googleOf = (clientId: string, standIn: URL | undefined) => ({
  clientId,
  jwksUrl: `${standIn?.origin ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
  scriptUrl: `${standIn?.origin ?? 'https://accounts.google.com'}/gsi/client`,
})

const SHIPPED_PLANS = fileURLToPath(new URL('../../../plans.json', import.meta.url))

function plansOf(raw: Raw): { file: string } | null {
  const sells = raw.MARKETPLACE === 'auction-house' || raw.STRIPE_SECRET_KEY !== undefined
  const mode = raw.PLAN_MODE ?? (sells || raw.PLANS_FILE !== undefined ? 'subscriptions' : 'self-hosted')
  if (mode === 'self-hosted') return null
  return { file: raw.PLANS_FILE === undefined ? SHIPPED_PLANS : resolve(raw.PLANS_FILE) }
}

export type Billing = {
  secretKey: string
  /** Verifies what the payment service sends. */
  webhookSecret: string
  /** The origin of the payment service's API. */
  apiUrl: string
  /** Payments are only practised: no money moves. */
  isTest: boolean
}

/** The key for the stand-in for Stripe, which listens on this machine alone. It is no secret: it moves no money. */
const PRACTICE_KEY = 'sk_test_practice'

/**
 * How to reach the payment service; null on the real site without keys, where the API and the jobs do not start. The practice
 * installation needs no keys: it pays at a stand-in.
 */
function billingOf(
  { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, MARKETPLACE, PORT }: Raw,
  { session, standIn }: { session: readonly SessionKey[]; standIn: URL | undefined },
): Billing | null {
  if (secretKey !== undefined && webhookSecret !== undefined) {
    const apiUrl = standIn?.origin ?? 'https://api.stripe.com'
    return { secretKey, webhookSecret, apiUrl, isTest: secretKey.includes('_test_') }
  }
  if (MARKETPLACE !== 'auction-house') return null
  return {
    secretKey: PRACTICE_KEY,
    webhookSecret: practiceWebhookSecret(session),
    apiUrl: standIn?.origin ?? `http://127.0.0.1:${PORT + 2}`,
    isTest: true,
  }
}

/** The host for a URL: a wildcard address to listen on is not an address to connect to. */
function urlHost(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

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
