import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { findKeys } from '../config/keys.ts'
import { createEmailHasher } from '../platform/derived-keys/derive-key.ts'
import { StartupError } from '../platform/startup-error.ts'
import { exportForOperator } from '../privacy/export-account.ts'
import { findUser } from './find-user.ts'
import { openAsOperator } from './open-as-operator.ts'

/** The command `user export EMAIL`: writes everything about an account to a new file, or to standard output. */
export async function exportUser(env: NodeJS.ProcessEnv, email: string, out: string | undefined): Promise<void> {
  await using operator = await openAsOperator(env, 'user')
  const { config, db, clock } = operator
  const { session } = await findKeys(config)
  if (session.length === 0) {
    throw new StartupError('SESSION_KEYS must be set: what browsers reported is stored under a hash that it makes')
  }
  const account = await findUser(db, email)
  const exporting = { db, clock, hashEmail: createEmailHasher(session) }
  if (out === undefined) {
    await using file = await exportForOperator(exporting, account.id)
    await pipeline(file.createReadStream({ start: 0, autoClose: false }), process.stdout, { end: false })
    return
  }
  // For its owner alone, and never in place of a file that exists.
  const target = await open(out, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'EEXIST' ? `${out} exists already` : `${out} cannot be written: ${error.code}`,
    )
  })
  await using kept = target
  await using file = await exportForOperator(exporting, account.id)
  await pipeline(file.createReadStream({ start: 0, autoClose: false }), kept.createWriteStream())
  process.stdout.write(`${out} has everything that is stored about ${account.email}\n`)
}
