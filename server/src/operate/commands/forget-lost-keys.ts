import { readConfig } from '../../config/config.ts'
import { findKeys } from '../../config/keys.ts'
import { removeUnopenableLogins } from '../../connections/remove-unopenable-logins.ts'
import { systemClock } from '../../platform/clock.ts'
import { findEmbedded, startEmbedded } from '../../platform/database/embedded/start-embedded.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { StartupError } from '../../platform/startup-error.ts'

/** What `doctor --forget-lost-keys` does: removes the site logins that none of the secret VAULT_KEYS opens. */
export async function forgetLostKeys(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const keys = await findKeys(config)
  if (!keys.vault.some(({ kind }) => kind === 'secret')) {
    throw new StartupError(
      'VAULT_KEYS must hold the secret keys that are left: logins sealed for any other are removed',
    )
  }
  await using stack = new AsyncDisposableStack()
  const url = config.database.kind === 'remote' ? config.database.url : await embeddedUrl(config.dataDir, stack)
  const { db } = stack.use(openDatabase({ url, applicationName: 'bidwell operator', poolSize: 1 }))
  const removed = await removeUnopenableLogins({ db, clock: systemClock, process: 'operator' }, keys.vault)
  process.stdout.write(`${removed} site login${removed === 1 ? '' : 's'} removed\n`)
}

/** The data folder's own PostgreSQL, started here if need be: it does not run while a missing key keeps Bidwell from starting. */
async function embeddedUrl(dataDir: string, stack: AsyncDisposableStack): Promise<string> {
  const running = await findEmbedded(dataDir)
  if (running !== null) return running.owner
  const started = await startEmbedded(dataDir)
  stack.defer(() => started.stop())
  return started.urls.owner
}
