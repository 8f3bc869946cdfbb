import { isIP } from 'node:net'
import { isEncryptedOrLocal, isLoopback } from '../platform/network-of.ts'
import { entriesOf, readStandIns } from './settings.ts'

type Given = Record<string, string | undefined>

/** What is wrong with the settings as far as their rules depend on each other, or on what is in them. */
export const findMistakes = (given: Given): string[] => [
  ...rulesTogether(given).flatMap(([isBroken, rule]) => (isBroken ? [rule] : [])),
  ...databaseMistakes(given),
  ...proxyMistakes(given['TRUSTED_PROXIES'] ?? ''),
]

const has = (value: string | undefined) => value !== undefined

function rulesTogether(given: Given): (readonly [isBroken: boolean, rule: string])[] {
  const { MARKETPLACE, MAIL_FROM, PUBLIC_URL, SMTP_URL, STAND_INS = '' } = given
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = given
  const isProduction = given['NODE_ENV'] === 'production'
  return [
    [
      MARKETPLACE === 'shopgoodwill' && given['SHOPGOODWILL_TERMS_ACKNOWLEDGED'] !== 'true',
      "SHOPGOODWILL_TERMS_ACKNOWLEDGED must be true before MARKETPLACE may be shopgoodwill: the site's terms are " +
        'reported to forbid automated access, and it may close the accounts that use it',
    ],
    [has(SMTP_URL) && !has(MAIL_FROM), 'MAIL_FROM must be set with SMTP_URL: it is the sender'],
    [has(MAIL_FROM) && !has(PUBLIC_URL), 'PUBLIC_URL must be set with MAIL_FROM: the links in mails start with it'],
    [
      has(STRIPE_SECRET_KEY) && !has(STRIPE_WEBHOOK_SECRET),
      'STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY: it verifies what Stripe reports',
    ],
    [
      !has(STRIPE_SECRET_KEY) && has(STRIPE_WEBHOOK_SECRET),
      'STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET: subscriptions are read with it',
    ],
    [
      MARKETPLACE !== 'shopgoodwill' && STRIPE_SECRET_KEY?.includes('_live_') === true,
      'STRIPE_SECRET_KEY must be a test key while bids go to the practice site: people would pay for practice',
    ],
    [has(TWILIO_ACCOUNT_SID) !== has(TWILIO_FROM), 'TWILIO_ACCOUNT_SID and TWILIO_FROM must be set together'],
    [has(TWILIO_AUTH_TOKEN) && !has(TWILIO_ACCOUNT_SID), 'TWILIO_ACCOUNT_SID must be set with TWILIO_AUTH_TOKEN'],
    [
      has(TWILIO_ACCOUNT_SID) && !has(PUBLIC_URL),
      'PUBLIC_URL must be set with TWILIO_ACCOUNT_SID: the links in text messages start with it',
    ],
    [
      given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: every certificate would be accepted',
    ],
    [
      isProduction && readStandIns(STAND_INS)?.google !== undefined,
      'STAND_INS must not name google in production: whoever stands in for it can sign everybody in',
    ],
    [
      isProduction && !isEncryptedOrLocal(PUBLIC_URL ?? 'http://localhost'),
      'PUBLIC_URL must be an https:// address in production: tokens and mailed links would travel in the clear. A proxy ' +
        'in front of Bidwell may speak https',
    ],
  ]
}

/**
 * What is wrong with the way to the database: on another machine, it must be encrypted, and the server's certificate verified.
 * The operator may vouch for a private network, such as that of the containers of one machine, by saying that it is not encrypted.
 */
function databaseMistakes({ PGHOST, DATABASE_URL = '' }: Given): string[] {
  const url = URL.parse(DATABASE_URL)
  if (url === null) return []
  // A parameter takes precedence over the host of the address, and both over the environment. A path is a local socket.
  const named = [...url.searchParams.getAll('host'), decodeURIComponent(url.hostname)].filter(Boolean)
  const hosts = named.length > 0 ? named : [PGHOST ?? 'localhost']
  if (hosts.every((host) => isLoopback(host) || host.startsWith('/'))) return []
  // The other modes, and other parameters, encrypt without verifying, or differ between versions of the library.
  const [mode, ...more] = url.searchParams.getAll('sslmode')
  if ((mode === 'verify-full' || mode === 'disable') && more.length === 0 && !url.searchParams.has('ssl')) return []
  return [
    'DATABASE_URL must say sslmode=verify-full, because the database is on another machine: it ends in ' +
      '?sslmode=verify-full, or in ?sslmode=disable in a private network, such as that of containers on one machine',
  ]
}

/** One message for each entry that is neither an address nor a network, or that contains strangers' addresses. */
function proxyMistakes(list: string): string[] {
  return entriesOf(list).flatMap((entry) => {
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
