import { isIP, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from './startup-error.ts'

const whole = (least: number, most: number) => z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most))
const webAddress = z.url({ protocol: /^https?$/ })
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const Environment = z.object({
  PORT: z._default(whole(0, 65_535), 3000),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
  PUBLIC_URL: z.optional(webAddress),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  BIDWELL_DATA: z._default(z.string(), '.bidwell'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  MARKETPLACE: z._default(z.enum(['auction-house', 'shopgoodwill']), 'auction-house'),
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: z._default(z.enum(['true', 'false']), 'false'),
  SHOPGOODWILL_API_URL: z.optional(webAddress),
  AUCTION_HOUSE_PORT: z._default(whole(0, 65_535), 3001),
  SITE_READS_PER_SECOND: z._default(z.coerce.number().check(z.minimum(0.1), z.maximum(100)), 5),
  SESSION_KEYS: z._default(z.string().check(z.regex(/^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/)), ''),
  VAULT_KEYS: z._default(
    z
      .string()
      .check(z.regex(/^[\w-]+:(secret|public):[A-Za-z0-9+/]{43}=(,[\w-]+:(secret|public):[A-Za-z0-9+/]{43}=)*$/)),
    '',
  ),
  LOG_LEVEL: z._default(z.enum(LEVELS), 'info'),
  NODE_ENV: z.optional(z.string()),
})

const MUST: Record<string, string> = {
  PORT: 'must be a port number from 0 to 65535',
  HOST: 'must be an address or host name to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'must be the http:// or https:// address at which browsers reach Bidwell',
  DATABASE_URL: 'must be a postgres:// address',
  MARKETPLACE: 'must be auction-house or shopgoodwill',
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'must be true or false',
  SHOPGOODWILL_API_URL: 'must be an http:// or https:// address',
  AUCTION_HOUSE_PORT: 'must be a port number from 0 to 65535',
  SITE_READS_PER_SECOND: 'must be a number from 0.1 to 100',
  SESSION_KEYS: 'must be what `npm run -s bidwell generate-keys` prints: id:key, newest first, between commas',
  VAULT_KEYS:
    'must be what `npm run -s bidwell generate-keys` prints: id:secret:key or id:public:key, newest first, between commas',
  LOG_LEVEL: `must be one of ${LEVELS.join(', ')}`,
}

/** Newest first; the first seals and signs, all of them open and verify. */
export type SessionKey = { kid: string; key: Buffer }
/** X25519, 32 raw bytes. With public ones alone a process can seal, and never open. */
export type VaultKey = { kid: string; kind: 'secret' | 'public'; key: Buffer }

export type Config = ReturnType<typeof readConfig>

/** Called once, by an entry point; nothing else reads the environment. Throws a Refusal with one line per mistake. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const mistakes = parsed.error?.issues.map(({ path }) => `${path.join('.')} ${MUST[String(path[0])]}`) ?? []
  if (given['MARKETPLACE'] === 'shopgoodwill' && given['SHOPGOODWILL_TERMS_ACKNOWLEDGED'] !== 'true') {
    mistakes.push(
      "SHOPGOODWILL_TERMS_ACKNOWLEDGED must be true before MARKETPLACE may be shopgoodwill: the site's terms are " +
        'reported to forbid automated access, and it may close the accounts that use it',
    )
  }
  mistakes.push(...mistakenProxies(given['TRUSTED_PROXIES'] ?? ''))
  if (!parsed.success || mistakes.length > 0) throw new StartupError(mistakes.join('\n'))

  const raw = parsed.data
  const localUrl = `http://${reachable(raw.HOST)}:${raw.PORT}`
  return {
    http: {
      host: raw.HOST,
      port: raw.PORT,
      localUrl,
      publicUrl: raw.PUBLIC_URL ?? localUrl,
      /** Addresses and networks whose word on where a call comes from is taken. */
      trustedProxies: proxies(raw.TRUSTED_PROXIES),
    },
    dataDir: resolve(raw.BIDWELL_DATA),
    database: raw.DATABASE_URL ? { kind: 'remote' as const, url: raw.DATABASE_URL } : { kind: 'embedded' as const },
    site: siteOf(raw),
    /** The stand-in site to run here; null when bids go elsewhere. */
    auctionHouse: practisesHere(raw) ? { port: raw.AUCTION_HOUSE_PORT } : null,
    keys: { session: sessionKeys(raw.SESSION_KEYS), vault: vaultKeys(raw.VAULT_KEYS) },
    logLevel: raw.LOG_LEVEL,
    production: raw.NODE_ENV === 'production',
  }
}

const practisesHere = (raw: z.infer<typeof Environment>) =>
  raw.MARKETPLACE === 'auction-house' && raw.SHOPGOODWILL_API_URL === undefined

/** Which site is bid on. Nothing else knows whether it is the real one; `practice` is there for people to read. */
function siteOf(raw: z.infer<typeof Environment>) {
  const real = raw.MARKETPLACE === 'shopgoodwill'
  const house = `127.0.0.1:${raw.AUCTION_HOUSE_PORT}`
  const apiUrl = raw.SHOPGOODWILL_API_URL ?? (real ? 'https://buyerapi.shopgoodwill.com/api/' : `http://${house}/api/`)
  return {
    id: raw.MARKETPLACE,
    name: real ? 'ShopGoodwill' : 'Auction House',
    practice: !real,
    apiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    homeUrl: real ? 'https://shopgoodwill.com' : `http://${house}`,
    itemHosts: real ? ['shopgoodwill.com', 'www.shopgoodwill.com'] : [house, `localhost:${raw.AUCTION_HOUSE_PORT}`],
    readsPerSecond: raw.SITE_READS_PER_SECOND,
  }
}

/** As it stands in a URL; listening on every address is no address to go to. */
function reachable(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

const proxies = (list: string) => listed(list).map((entry) => entry.trim())

/** A line for each entry that is no address and no network, or is everybody's. */
function mistakenProxies(list: string): string[] {
  return proxies(list).flatMap((entry) => {
    const [address = '', bits, ...more] = entry.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (more.length > 0 || address.includes('%') || !(length >= 0 && length <= most)) {
      return `TRUSTED_PROXIES must be addresses or networks between commas, such as 127.0.0.1,10.0.0.0/8: "${entry}" is neither`
    }
    return length === 0 ? `TRUSTED_PROXIES must name proxies: "${entry}" would let anybody claim any address` : []
  })
}

const listed = (list: string) => list.split(',').filter(Boolean)

const sessionKeys = (list: string): SessionKey[] =>
  listed(list).map((entry) => {
    const [kid = '', key = ''] = entry.split(':')
    return { kid, key: Buffer.from(key, 'base64') }
  })

const vaultKeys = (list: string): VaultKey[] =>
  listed(list).map((entry) => {
    const [kid = '', kind, key = ''] = entry.split(':')
    return { kid, kind: kind === 'secret' ? 'secret' : 'public', key: Buffer.from(key, 'base64') }
  })
