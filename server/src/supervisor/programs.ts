import { fileURLToPath } from 'node:url'
import { exportPublicKey, sealingKey } from '../connections/vault/keys.ts'
import type { Config } from '../platform/config.ts'
import type { Program } from './keep-running.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The stand-in site. It receives no secret, and listens on the loopback address alone. */
export function auctionHouse(env: NodeJS.ProcessEnv): Program {
  const { SESSION_KEYS: _1, VAULT_KEYS: _2, DATABASE_URL: _3, ...plain } = env
  return { name: 'auction-house', args: [MAIN, 'auction-house'], env: { ...plain, HOST: '127.0.0.1' } }
}

/** The programs that use the database, each with the keys that it needs: the API can seal for the vault, and not open it. */
export function programs(config: Config, env: NodeJS.ProcessEnv): Program[] {
  const { SESSION_KEYS, VAULT_KEYS, ...plain } = env
  return [
    { name: 'api', args: [MAIN, 'api'], env: { ...plain, SESSION_KEYS, VAULT_KEYS: publicHalves(config) } },
    { name: 'jobs', args: [MAIN, 'jobs'], env: { ...plain, VAULT_KEYS } },
    { name: 'engine', args: [MAIN, 'engine'], env: { ...plain, VAULT_KEYS } },
  ]
}

const publicHalves = ({ keys }: Config) =>
  keys.vault.map((key) => `${key.kid}:public:${exportPublicKey(sealingKey(key)).toString('base64')}`).join(',')
