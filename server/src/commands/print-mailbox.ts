import { readConfig } from '../config/config.ts'
import { findKeys } from '../config/keys.ts'
import { mailboxPath } from '../mail/mailbox-path.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The command `mailbox`: prints the address of the page that shows the mails. */
export async function printMailbox(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const { http, mail } = config
  if (!mail.usesMailbox) throw new StartupError('This installation has no mailbox')
  const { session } = await findKeys(config)
  process.stdout.write(`${http.localUrl}${mailboxPath(session)}\n`)
}
