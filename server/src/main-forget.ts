import { forgetLogins } from './connections/forget-logins.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { findEmbedded, startEmbedded } from './platform/database/embedded/start-embedded.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { missingKeys } from './platform/keys.ts'
import { StartupError } from './platform/startup-error.ts'

const given = readConfig(process.env)
const config = readConfig({ ...process.env, ...(await missingKeys(given)) })
if (!config.keys.vault.some(({ kind }) => kind === 'secret')) {
  throw new StartupError('VAULT_KEYS must hold the secret keys that are left: logins sealed for any other are removed')
}

await using stack = new AsyncDisposableStack()
const url = config.database.kind === 'remote' ? config.database.url : await urlHere(config.dataDir)
const database = stack.use(openDatabase({ url, applicationName: 'bidwell operator', poolSize: 1 }))
const removed = await forgetLogins({ db: database.db, clock: systemClock, process: 'operator' }, config.keys.vault)
process.stdout.write(`${removed} site login${removed === 1 ? '' : 's'} removed\n`)

/** Of this folder's own PostgreSQL, which does not run when Bidwell refuses to for want of the key. */
async function urlHere(dataDir: string): Promise<string> {
  const running = await findEmbedded(dataDir)
  if (running !== null) return running
  const started = await startEmbedded(dataDir)
  stack.defer(() => started.stop())
  return started.url
}
