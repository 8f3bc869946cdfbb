import { readConfig } from '../config/config.ts'
import { keptKeys } from '../config/keys.ts'
import { mailboxPath } from '../mail/mailbox-path.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The command `mailbox`: prints the address of the page that shows the mails. */
export async function printMailbox(env: NodeJS.ProcessEnv): Promise<void> {
  const { keys, dataDir, http, mail } = readConfig(env)
  if (!mail.usesMailbox) throw new StartupError('This installation has no mailbox')
  const { session } = keys.session.length > 0 ? keys : await keptKeys(dataDir)
  process.stdout.write(`${http.localUrl}${mailboxPath(session)}\n`)
}
