import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { publicHalvesAsText } from '../config/keys.ts'
import { mayReceive, SETTING_NAMES } from '../config/settings.ts'
import { type DatabaseUrls, PROCESS_NAMES } from '../platform/database/roles.ts'
import { HEAP_OF_API, type Program } from './keep-running.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What any program may need of the system: places, language, time zone, certificates, and how Node runs. */
const SYSTEM = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
]
/** How to reach a database of the operator's own, besides its URL. */
const DATABASE = ['PGPASSWORD', 'PGPASSFILE', 'PGSSLMODE']

/** A program's environment is a list of what it needs, so that no key and nothing else of ours reaches it. */
const pickVariables = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

/** What a program may know of the settings: of the secrets, its own alone. */
const settingsFor = (receiver: Parameters<typeof mayReceive>[0], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  pickVariables(env, [...SYSTEM, ...DATABASE, ...SETTING_NAMES.filter((name) => mayReceive(receiver, name))])

/** The stand-in site. It receives no secret, and listens on the loopback address alone. */
export const auctionHouse = (env: NodeJS.ProcessEnv, port: number): Program => ({
  name: 'auction-house',
  args: [MAIN, 'auction-house'],
  env: {
    ...pickVariables(env, [...SYSTEM, 'AUCTION_HOUSE_SEED', 'LOG_LEVEL']),
    AUCTION_HOUSE_PORT: String(port),
    HOST: '127.0.0.1',
  },
  givesWay: true,
})

/** The stand-in for Stripe alone. It keeps its subscriptions in the data folder, and receives the practice keys alone. */
export const practiceStripe = ({ http, dataDir, billing }: Config, env: NodeJS.ProcessEnv, port: number): Program => ({
  name: 'practice-stripe',
  args: [MAIN, 'practice-stripe'],
  env: {
    ...pickVariables(env, [...SYSTEM, 'LOG_LEVEL']),
    PRACTICE_STRIPE_PORT: String(port),
    HOST: '127.0.0.1',
    PRACTICE_STRIPE_FILE: join(dataDir, 'practice-stripe.json'),
    STRIPE_SECRET_KEY: billing?.secretKey,
    STRIPE_WEBHOOK_SECRET: billing?.webhookSecret,
    WEBHOOK_URL: `${http.localUrl}/api/webhooks/stripe`,
  },
  givesWay: true,
})

/** Both, in one process, which saves the memory of one. */
export const standIns = (house: Program, stripe: Program): Program => ({
  ...house,
  args: [...house.args, '--with-stripe'],
  env: { ...stripe.env, ...house.env },
})

/** The server of the web app's sources, in development. */
export const webSources = (env: NodeJS.ProcessEnv, vite: readonly string[]): Program => ({
  name: 'web',
  args: vite,
  env: pickVariables(env, [...SYSTEM, 'PORT']),
})

/** The environment in which the database is migrated and backed up: as the owner of its tables, with what opens a backup alone of all keys. */
export const migrationEnv = (env: NodeJS.ProcessEnv, urls: DatabaseUrls): NodeJS.ProcessEnv => ({
  ...settingsFor('backup', env),
  DATABASE_URL: urls.owner,
})

/** The program that makes a backup and ends. */
export const backup = (env: NodeJS.ProcessEnv, urls: DatabaseUrls): Program => ({
  name: 'backup',
  args: [MAIN, 'backup'],
  env: migrationEnv(env, urls),
})

/** The programs that use the database, each with its role there and with the keys that it needs. */
export function programs({ keys }: Config, env: NodeJS.ProcessEnv, urls: DatabaseUrls): Program[] {
  return PROCESS_NAMES.map((name) => ({
    name,
    // Of two options with one name, Node takes the last.
    args: [...(name === 'api' ? [HEAP_OF_API] : []), MAIN, name],
    env: {
      ...settingsFor(name, env),
      // The API can seal for the vault, and not open it.
      ...(name === 'api' && { VAULT_KEYS: publicHalvesAsText(keys.vault) }),
      DATABASE_URL: urls[name],
    },
    givesWay: name !== 'engine',
  }))
}
