import { keepBackupIdentities } from '../../config/backup-keys.ts'
import { makeBackup } from '../backups/make-backup.ts'
import { openAsOperator } from './open-as-operator.ts'

/** The command `backup`: makes a backup of the database and verifies it. */
export async function backUp(
  env: NodeJS.ProcessEnv,
  { isBeforeUpgrade = false, stop }: { isBeforeUpgrade?: boolean; stop: AbortSignal },
): Promise<void> {
  await using operator = await openAsOperator(env, 'backup')
  const { config, db } = operator
  await makeBackup(
    {
      db,
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      folder: config.backups.folder,
      readIdentities: () => keepBackupIdentities(config),
      print,
      stop,
    },
    { isBeforeUpgrade },
  )
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
