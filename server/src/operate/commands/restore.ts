import { findBackupIdentities } from '../../config/backup-keys.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { findKeys } from '../../config/keys.ts'
import { systemClock } from '../../platform/clock.ts'
import { startEmbedded } from '../../platform/database/embedded/start-embedded.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { deletionsFileIn, readDeletions } from '../../privacy/note-deletion.ts'
import { lockSupervisor } from '../../supervisor/supervisor-lock.ts'
import { checkBackup, describeRows } from '../restoring/check-backup.ts'
import { type Restored, restoreBackup } from '../restoring/restore-backup.ts'

type Options = {
  /** The path of the list of accounts that were deleted since; without it, the one in the data folder. */
  deletions?: string
  /** Checks the file and the keys, and touches no database. */
  check?: boolean
  /** Aborts when the operator asks for the end. */
  stop: AbortSignal
}

/**
 * The command `restore FILE`: puts a backup into an empty installation, whose programs do not run. Throws a StartupError that says
 * what to do.
 */
export async function restore(env: NodeJS.ProcessEnv, path: string, options: Options): Promise<void> {
  const { deletions, check = false, stop } = options
  const config = readConfig(env)
  const identities = await findBackupIdentities(config)
  if (identities.length === 0) {
    throw new StartupError(
      'BACKUP_IDENTITY must be set: the secret key, AGE-SECRET-KEY-1…, that opens the backup. On one machine it stands in ' +
        'keys.env of the data folder that the backup was made from',
    )
  }
  const backup = { source: { path, identities }, keys: await findKeys(config), tell }
  if (check) {
    const { manifest } = await checkBackup(backup)
    tell(`It can be restored: ${describeRows(manifest)}.`)
    return
  }
  const deleted = await readDeletions(deletions ?? deletionsFileIn(config.dataDir))
  await using database = await openTarget(config)
  const restored = await restoreBackup({ ...backup, url: database.url, deleted, clock: systemClock, stop })
  for (const line of summarise(restored)) tell(line)
}

const tell = (line: string) => void process.stdout.write(`${line}\n`)

/** The operator's database, or the one of the data folder, which nothing else runs meanwhile. */
async function openTarget({ database, dataDir }: Config): Promise<AsyncDisposable & { url: string }> {
  if (database.kind === 'remote') return { url: database.url, [Symbol.asyncDispose]: async () => {} }
  const server = await startEmbedded(dataDir)
  // Throws where a Bidwell runs from the data folder, and leaves its database alone.
  const lock = await lockSupervisor(server.urls.owner)
  await lock[Symbol.asyncDispose]()
  return { url: server.urls.owner, [Symbol.asyncDispose]: () => server.stop() }
}

const bids = (count: number) => (count === 1 ? 'One bid' : `${count} bids`)

function summarise({ manifest, accounts, asked, refusedEntries }: Restored): string[] {
  return [
    `Restored: ${accounts} account${accounts === 1 ? '' : 's'}, as of ${manifest.takenAt}. Everybody signs in again.`,
    ...(asked > 0
      ? [
          `${bids(asked)} ${asked === 1 ? 'waits for its owner' : 'wait for their owners'}: nothing is sent without an answer. ` +
            'Those whose moment has passed are looked for at the site first.',
        ]
      : []),
    ...(refusedEntries > 0 ? [`${refusedEntries} entries of journals could not be read into the log.`] : []),
  ]
}
