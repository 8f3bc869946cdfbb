import { fileURLToPath } from 'node:url'
import { exportPublicKey, sealingKey } from '../connections/vault/keys.ts'
import type { Config } from '../platform/config.ts'
import type { Program } from './keep-running.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * What runs besides the database, in the order of starting; each with no more secrets than it needs. Only those that
 * log in at the site can open the vault.
 */
export function programs(config: Config, env: NodeJS.ProcessEnv): Program[] {
  const { SESSION_KEYS, VAULT_KEYS, DATABASE_URL, ...plain } = env
  const house = { name: 'auction-house', args: [MAIN, 'auction-house'], env: { ...plain, HOST: '127.0.0.1' } }
  const opens = { ...plain, DATABASE_URL, VAULT_KEYS }
  return [
    ...(config.auctionHouse ? [house] : []),
    {
      name: 'api',
      args: [MAIN, 'api'],
      env: { ...plain, DATABASE_URL, SESSION_KEYS, VAULT_KEYS: publicHalves(config) },
    },
    { name: 'jobs', args: [MAIN, 'jobs'], env: opens },
    { name: 'engine', args: [MAIN, 'engine'], env: opens },
  ]
}

const publicHalves = ({ keys }: Config) =>
  keys.vault.map((key) => `${key.kid}:public:${exportPublicKey(sealingKey(key)).toString('base64')}`).join(',')
