import { makeBackup } from '../backups/make-backup.ts'
import { keepBackupKeys } from '../config/backup-keys.ts'
import { SECRETS } from '../config/config.ts'
import { openAsOperator } from './open-as-operator.ts'

/** The command `backup`: makes a backup of the database and verifies it. False when it was not copied off the machine. */
export async function backUp(
  env: NodeJS.ProcessEnv,
  { isBeforeUpgrade = false, stop }: { isBeforeUpgrade?: boolean; stop: AbortSignal },
): Promise<boolean> {
  await using operator = await openAsOperator(env, 'backup')
  const { config, db } = operator
  const made = await makeBackup(
    {
      db,
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      folder: config.backups.folder,
      readKeys: () => keepBackupKeys(config),
      copyCommand: config.backups.copyCommand,
      // What opens backups stays here.
      copyEnv: Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.has(name) && !name.startsWith('PG'))),
      print,
      stop,
    },
    { isBeforeUpgrade },
  )
  return made.copyFailure === null
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
