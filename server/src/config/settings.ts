import * as z from 'zod/mini'
import type { ProcessName } from '../platform/database/roles.ts'
import { isEncryptedOrLocal, isLoopback } from '../platform/network-of.ts'

const text = (pattern: RegExp) => z.string().check(z.regex(pattern))
const entriesMatch = (entry: RegExp) =>
  z._default(z.string().check(z.refine((list) => entriesOf(list).every((each) => entry.test(each)))), '')
const listOf = (entry: string) => text(new RegExp(`^${entry}(,${entry})*$`))
const integer = (min: number, max: number) => z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max))
const webAddress = z.url({ protocol: /^https?$/ })

/** What stands between commas, without the spaces around it. */
export const entriesOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** The services that something on this machine may stand in for. */
const STAND_IN = /^(site|stripe|twilio|google)=(https?:\/\/\S+)$/

/** The addresses of what stands in for a service; null for a list that is wrong. */
export function readStandIns(list: string): Partial<Record<'site' | 'stripe' | 'twilio' | 'google', URL>> | null {
  const found = entriesOf(list).map((entry) => {
    const [, service = '', address = ''] = STAND_IN.exec(entry) ?? []
    return [service, URL.parse(address)] as const
  })
  return found.every(([, url]) => url !== null && isLoopback(url.hostname)) ? Object.fromEntries(found) : null
}

const PRINTED = 'must be what `npm run -s bidwell keys generate` prints'
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
/** The program that makes backups is no process that stays. */
type Receiver = ProcessName | 'backup'

/** A setting, in its one place. */
type Setting = {
  schema: z.ZodMiniType
  /** What is said of a value that is wrong. */
  rule: string
  /** What it is for, as the documents list it. */
  purpose: string
  /** What holds without it, where the schema has no default. */
  without?: string
  /** Of a secret: the programs that receive it from the one that starts all, and from settings.env. */
  secretOf?: readonly Receiver[]
}

/** All settings, in the order of the documents. */
export const SETTINGS = {
  PORT: {
    schema: z._default(integer(0, 65_533), 3000),
    rule: 'must be a port number from 0 to 65533',
    purpose:
      'where Bidwell listens; at practice, the stand-in site and the stand-in for Stripe at the two ports after it',
  },
  HOST: {
    schema: z._default(text(/^[\w.:-]+$/), '127.0.0.1'),
    rule: 'must be an address or host name to listen on, such as 127.0.0.1',
    purpose: 'the address on which Bidwell listens',
  },
  PUBLIC_URL: {
    schema: z.optional(webAddress),
    rule: 'must be the http:// or https:// address at which browsers reach Bidwell',
    purpose: 'the address that browsers use',
    without: 'from `HOST` and `PORT`',
  },
  TRUSTED_PROXIES: {
    schema: z._default(z.string(), ''),
    rule: 'must be addresses or networks between commas, such as 127.0.0.1,10.0.0.0/8',
    purpose: 'proxies in front, between commas: `127.0.0.1,10.0.0.0/8`',
  },
  BIDWELL_DATA: {
    schema: z._default(z.string(), '.bidwell'),
    rule: 'must be the path of a folder',
    purpose: 'the folder for database, keys, logs and `settings.env`',
  },
  DATABASE_URL: {
    schema: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
    rule: 'must be a postgres:// address',
    purpose:
      'a PostgreSQL of your own; on another machine with `?sslmode=verify-full`, or `disable` in a private network',
    without: 'the built-in PostgreSQL',
    secretOf: ['api', 'jobs', 'engine', 'backup'],
  },
  MARKETPLACE: {
    schema: z._default(z.enum(['auction-house', 'shopgoodwill']), 'auction-house'),
    rule: 'must be auction-house or shopgoodwill',
    purpose: 'the site that receives the bids: `auction-house` to practise, or `shopgoodwill`',
  },
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: {
    schema: z._default(z.enum(['true', 'false']), 'false'),
    rule: 'must be true or false',
    purpose: 'must be `true` for the real site',
  },
  SITE_READS_PER_SECOND: {
    schema: z.optional(z.coerce.number().check(z.minimum(0.1), z.maximum(100))),
    rule: 'must be a number from 0.1 to 100',
    purpose: 'the rate limit for reads of the site; reads for armed bids are exempt',
    without: '`1`; at practice `5`',
  },
  SEARCH_ALERTS: {
    schema: z.optional(z.enum(['true', 'false'])),
    rule: 'must be true or false',
    purpose:
      "searches with alerts: at most 30 reads an hour, which the real site's `robots.txt` does not want of programs",
    without: '`true` at practice; else `false`',
  },
  SITE_USER_AGENT: {
    schema: z.optional(text(/^[!-~](?:[ -~]{0,198}[!-~])?$/)),
    rule: 'must be at most 200 printable ASCII characters, such as Bidwell/0.1 (bids@example.com)',
    purpose: 'what requests to the site name as their program: keep it the same',
    without: 'names Bidwell',
  },
  ROOT_SECRET: {
    schema: z.optional(listOf('[A-Za-z0-9+/]{43}=')),
    rule: `${PRINTED}: newest first, between commas`,
    purpose: 'one secret for a whole installation, from which its keys come: see [Keys](#keys)',
    secretOf: [],
  },
  SESSION_KEYS: {
    schema: z._default(z.union([z.literal(''), listOf('[\\w-]+:[A-Za-z0-9+/]{43}=')]), ''),
    rule: `${PRINTED}: id:key, newest first, between commas`,
    purpose: 'what the API signs sessions and protects passwords with',
    without: 'made on first start',
    secretOf: ['api'],
  },
  VAULT_KEYS: {
    schema: z._default(z.union([z.literal(''), listOf('[\\w-]+:(secret|public):[A-Za-z0-9+/]{43}=')]), ''),
    rule: `${PRINTED}: id:secret:key or id:public:key, newest first, between commas`,
    purpose: 'what seals and opens site logins',
    without: 'made on first start',
    // The API is given the public halves.
    secretOf: ['jobs', 'engine'],
  },
  SMTP_URL: {
    schema: z.optional(z.url({ protocol: /^smtps?$/ })),
    rule: 'must be the mail server, such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587',
    purpose: 'the mail server; with it, `MAIL_FROM` and `PUBLIC_URL` are needed',
    secretOf: ['jobs'],
  },
  MAIL_FROM: {
    // An address, or a name with the address in angle brackets.
    schema: z.optional(text(/^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/).check(z.maxLength(320))),
    rule: 'must be the sender of mails, such as Bidwell <bids@example.com>',
    purpose: 'the sender of mails. Where plans are sold, an address must then be verified before its account bids',
  },
  SUPPORT_EMAIL: {
    schema: z.optional(z.email().check(z.maxLength(254))),
    rule: 'must be the address that answers users, such as help@example.com',
    purpose: 'your address for users: shown to everybody, and messages go there',
  },
  ADMIN_EMAILS: {
    schema: entriesMatch(/^[^\s@]+@[^\s@]+$/),
    rule: 'must be e-mail addresses between commas, such as ann@example.com,bob@example.com',
    purpose: 'the addresses whose accounts you may appoint: see [Administrators](#administrators)',
  },
  PLAN_MODE: {
    schema: z.optional(z.enum(['subscriptions', 'self-hosted'])),
    rule: 'must be subscriptions or self-hosted',
    purpose: '`subscriptions`, or `self-hosted`: no plans, everything unlimited',
    without: 'see [Plans](#plans)',
  },
  PLANS_FILE: {
    schema: z.optional(z.string()),
    rule: 'must be the path of the file with the plans',
    purpose: 'the plans with their prices and limits',
    without: '`plans.json`',
  },
  STRIPE_SECRET_KEY: {
    schema: z.optional(text(/^(sk|rk)_(test|live)_\w+$/)),
    rule: 'must be a secret key of Stripe: it starts with sk_live_, sk_test_, rk_live_ or rk_test_',
    purpose: 'sells plans through Stripe; together with `STRIPE_WEBHOOK_SECRET`',
    secretOf: ['api', 'jobs'],
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.optional(text(/^whsec_[\w+/=-]+$/)),
    rule: "must be the signing secret of Stripe's webhook: it starts with whsec_",
    purpose: 'the secret by which Stripe signs what it sends to `/api/webhooks/stripe`',
    secretOf: ['api', 'jobs'],
  },
  TWILIO_ACCOUNT_SID: {
    schema: z.optional(text(/^AC[0-9a-f]{32}$/)),
    rule: 'must be the account SID that Twilio shows: AC and 32 hexadecimal digits',
    purpose: 'sends text messages through Twilio: see [Text messages](#text-messages)',
  },
  TWILIO_AUTH_TOKEN: {
    schema: z.optional(text(/^\w{16,100}$/)),
    rule: 'must be the auth token that Twilio shows',
    purpose: 'the secret of the account at Twilio',
    secretOf: ['api', 'jobs'],
  },
  TWILIO_FROM: {
    schema: z.optional(text(/^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/)),
    rule: 'must be a number of yours at Twilio, such as +15551234567, or the SID of a messaging service: MG…',
    purpose: 'your number at Twilio, or the SID of a messaging service',
  },
  ALERT_HOSTS: {
    // A host with its port, where that is not 443; `*.` stands for any part of a host name below a domain.
    schema: entriesMatch(/^(?:(\*\.[a-z\d-]+\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?$/i),
    rule: 'must be hosts between commas, such as push.example.com,*.push.example.org:8443,homeassistant.local:8123',
    purpose: 'what alerts may also reach: more push services, and hosts in private networks for webhooks',
  },
  GOOGLE_CLIENT_ID: {
    schema: z.optional(text(/^[\w.-]{1,255}$/)),
    rule: 'must be the client id that Google shows, such as 123-abc.apps.googleusercontent.com',
    purpose: 'signing in with Google, by the client id that Google has given you',
  },
  METRICS_TOKEN: {
    schema: z.optional(text(/^\S{32,}$/)),
    rule: 'must have at least 32 characters and no space, such as what "openssl rand -hex 32" prints',
    purpose: 'shows metrics to whoever has it: see [Watching](#watching)',
    secretOf: ['api'],
  },
  HEARTBEAT_URL: {
    schema: z.optional(webAddress.check(z.refine(isEncryptedOrLocal))),
    rule: 'must be an https:// address: http:// is for this machine alone',
    purpose: 'an address that the jobs call each minute while all is well',
    secretOf: ['jobs'],
  },
  BACKUPS: {
    schema: z._default(z.enum(['on', 'off']), 'on'),
    rule: 'must be on, or off where backups are made by other means',
    purpose: '`off` where you make backups by other means: see [Backups](#backups)',
  },
  BACKUP_FOLDER: {
    schema: z.optional(z.string()),
    rule: 'must be the path of a folder',
    purpose: 'the folder of the backups',
    without: 'in `BIDWELL_DATA`',
  },
  BACKUP_IDENTITY: {
    schema: z.optional(listOf('AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}')),
    rule: `${PRINTED}: secret keys of age, which start with AGE-SECRET-KEY-1, between commas`,
    purpose: 'secret keys of `age`: backups are made for them, and open with them',
    without: 'made on first start',
    secretOf: ['backup'],
  },
  STAND_INS: {
    schema: z._default(z.string().check(z.refine((list) => readStandIns(list) !== null)), ''),
    rule:
      'must be site, stripe, twilio or google, each with an address of this machine, between commas, such as ' +
      'site=http://127.0.0.1:3001/api/,stripe=http://127.0.0.1:3002',
    purpose: 'programs on this machine that stand in for a service, for tests: `twilio=http://127.0.0.1:3003`',
  },
  LOG_LEVEL: {
    schema: z._default(z.enum(LEVELS), 'info'),
    rule: `must be one of ${LEVELS.join(', ')}`,
    purpose: '`trace` to `fatal`, or `silent`',
  },
  NODE_ENV: {
    schema: z.optional(z.string()),
    rule: 'must be production, or not set',
    purpose: '`production`: no keys are made, and `PUBLIC_URL` is https: see [Keys](#keys)',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
type Schemas = { [Name in SettingName]: (typeof SETTINGS)[Name]['schema'] }

const settings: [string, Setting][] = Object.entries(SETTINGS)

export const Environment = z.object(
  Object.fromEntries(settings.map(([name, { schema }]) => [name, schema])) as unknown as Schemas,
)

export const SETTING_NAMES: readonly string[] = settings.map(([name]) => name)

/** The sentence of a setting for a value that is wrong. */
export const ruleOf = (name: string): string => `${name} ${settings.find(([each]) => each === name)?.[1].rule}`

export const isSecret = (name: string): boolean =>
  settings.some(([each, { secretOf }]) => each === name && secretOf !== undefined)

/** Whether a variable of the environment may be handed to a program. The system's names are no settings, and no secret of ours. */
export const mayReceive = (receiver: Receiver, name: string): boolean =>
  settings.every(([each, { secretOf }]) => each !== name || (secretOf?.includes(receiver) ?? true))

/** What holds without a setting, in words. */
export function meaningOfNone(name: string): string {
  const setting = settings.find(([each]) => each === name)?.[1]
  const value = setting?.schema.safeParse(undefined).data
  return (
    setting?.without ?? (typeof value === 'number' || (typeof value === 'string' && value) ? `\`${value}\`` : 'none')
  )
}

/** The rows of the documents' table: the name, what holds without it, and what it is for. */
export const settingRows = (): string[][] =>
  settings.map(([name, { purpose }]) => [`\`${name}\``, meaningOfNone(name), purpose])
