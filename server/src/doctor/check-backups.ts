import { identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { findBackupIdentities } from '../config/backup-keys.ts'
import type { Config } from '../config/config.ts'
import { existingFolder, sizeOf } from './check-machine.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

type Facts = {
  /** Epoch ms, by the database's clock. */
  now: number
  installedAt: number
  verifiedAt: number | null
  /** Of the last file; null before the first one. */
  bytes: number | null
  databaseBytes: number
  failure: string | null
}

const HOUR_MS = 3_600_000
/** As the trouble has it: a night, and some time for it. */
const WITHIN_MS = 26 * HOUR_MS

/** Whether backups are made, recent, and open to a key that is here, and whether there is room for the next one. */
export async function checkBackups({ db }: Connected, { config, machine }: Patient): Promise<readonly Finding[]> {
  if (!config.backups.isOn) return [ok('they are made by other means, as BACKUPS is off')]
  const { rows } = await sql<Facts>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
           (select extract(epoch from min(applied_at))::float8 * 1000 from migrations) as "installedAt",
           (select extract(epoch from max(taken_at))::float8 * 1000 from backups
             where verified_at is not null) as "verifiedAt",
           (select bytes::float8 from backups where file is not null order by started_at desc limit 1) as bytes,
           pg_database_size(current_database())::float8 as "databaseBytes",
           last.failure
      from (select 1) one
           left join lateral (select failure from backups
                               where ended_at is not null order by started_at desc limit 1) last on true`.execute(db)
  const [facts] = rows
  if (!facts) return []
  const { bavail, bsize } = await machine.statfs(existingFolder(config.backups.folder))
  const findings = [
    judgeAge(facts),
    await judgeKeys(config),
    judgeRoom(facts, { folder: config.backups.folder, free: bavail * bsize }),
  ]
  const troubles = findings.filter((finding) => finding.level !== 'ok')
  return troubles.length > 0 ? troubles : [ok(findings.map(({ found }) => found).join(', '))]
}

function judgeAge({ now, installedAt, verifiedAt, failure }: Facts): Finding {
  const hours = (at: number) => `${Math.round((now - at) / HOUR_MS)} hours`
  const remedy =
    failure === null
      ? 'Run "npm run bidwell backup", and see that it is run each night.'
      : `It said: ${failure}. Mend that, and run "npm run bidwell backup".`
  if (verifiedAt !== null && now - verifiedAt <= WITHIN_MS) {
    return failure === null
      ? ok(`the last verified one is ${hours(verifiedAt)} old`)
      : warn('the last one failed', remedy)
  }
  if (verifiedAt !== null) return fail(`the last verified one is ${hours(verifiedAt)} old`, remedy)
  if (now - installedAt > WITHIN_MS) return fail(`none is verified, after ${hours(installedAt)}`, remedy)
  return failure === null ? ok('none is due yet') : warn('the first one failed', remedy)
}

/** Whether something encrypts backups, and what is here opens them. */
async function judgeKeys(config: Config): Promise<Finding> {
  const { recipients } = config.backups
  const identities = await findBackupIdentities(config)
  if (identities.length === 0) {
    if (recipients.length > 0) {
      return warn(
        'no key is here that opens them, so that none can be verified',
        'Give BACKUP_IDENTITY to the command that makes them.',
      )
    }
    return config.production
      ? fail(
          'none can be made without a key',
          'Set BACKUP_RECIPIENTS and BACKUP_IDENTITY: "keys generate" prints a pair.',
        )
      : ok('their key is made at the first start')
  }
  const own = await Promise.all(identities.map((identity) => identityToRecipient(identity)))
  if (recipients.length > 0 && !recipients.some((recipient) => own.includes(recipient))) {
    return fail(
      'BACKUP_IDENTITY opens none of them: it belongs to none of BACKUP_RECIPIENTS',
      'Set the two that "keys generate" has printed together.',
    )
  }
  return ok('their key is here')
}

/** A backup is its file, and until it is verified also a database like this one beside it. */
function judgeRoom({ bytes, databaseBytes }: Facts, { folder, free }: { folder: string; free: number }): Finding {
  const needed = (bytes ?? databaseBytes) + databaseBytes
  if (free < needed) {
    return fail(
      `the next one needs about ${sizeOf(needed)}, and ${sizeOf(free)} are free for ${folder}`,
      'Make room there, or set BACKUP_FOLDER to another disk.',
    )
  }
  return ok('there is room for the next one')
}
