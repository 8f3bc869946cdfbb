import { readConfig } from '../../config/config.ts'
import { findKeys, publicHalvesAsText } from '../../config/keys.ts'
import { StartupError } from '../../platform/startup-error.ts'

/** The command `keys public`: prints the halves of the vault keys that seal, and open nothing. */
export async function printPublicKeys(env: NodeJS.ProcessEnv): Promise<void> {
  const { vault } = await findKeys(readConfig(env))
  if (vault.length === 0) throw new StartupError('VAULT_KEYS must be set: it holds the keys to print the halves of')
  process.stdout.write(`VAULT_KEYS=${publicHalvesAsText(vault)}\n`)
}
