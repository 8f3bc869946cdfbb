import { fileURLToPath } from 'node:url'
import { exportPublicKey, sealingKey } from '../connections/vault/keys.ts'
import type { Config } from '../platform/config.ts'
import type { Program } from './keep-running.ts'

/**
 * Young objects in 4 MB: few outlive that, and collecting the old ones is what makes a shot late by milliseconds. The
 * young ones it collects itself, between two shots.
 */
export const ENGINE_HEAP = ['--max-semi-space-size=4', '--expose-gc']
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The stand-in site, which is told no secret, and listens to this machine alone. */
export function auctionHouse(env: NodeJS.ProcessEnv): Program {
  const { SESSION_KEYS: _1, VAULT_KEYS: _2, DATABASE_URL: _3, ...plain } = env
  return { name: 'auction-house', args: [MAIN, 'auction-house'], env: { ...plain, HOST: '127.0.0.1' } }
}

/** What runs over the database, each with no more secrets than it needs: only who logs in at the site opens the vault. */
export function programs(config: Config, env: NodeJS.ProcessEnv): Program[] {
  const { SESSION_KEYS, VAULT_KEYS, ...plain } = env
  return [
    { name: 'api', args: [MAIN, 'api'], env: { ...plain, SESSION_KEYS, VAULT_KEYS: publicHalves(config) } },
    { name: 'jobs', args: [MAIN, 'jobs'], env: { ...plain, VAULT_KEYS } },
    { name: 'engine', args: [...ENGINE_HEAP, MAIN, 'engine'], env: { ...plain, VAULT_KEYS } },
  ]
}

const publicHalves = ({ keys }: Config) =>
  keys.vault.map((key) => `${key.kid}:public:${exportPublicKey(sealingKey(key)).toString('base64')}`).join(',')
