import { identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { findBackupIdentities } from '../config/backup-keys.ts'
import type { Config } from '../config/config.ts'
import { existingFolder, sizeOf } from './check-machine.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

/** Whether the next backup finds its key and room. What became of the last ones is a trouble or none. */
export async function checkBackups({ db }: Connected, { config, machine }: Patient): Promise<readonly Finding[]> {
  if (!config.backups.isOn) return [ok('they are made by other means, as BACKUPS is off')]
  const { folder } = config.backups
  // A backup is its file, and until it is verified also a database like this one beside it.
  const { rows } = await sql<{ needed: number }>`
    select pg_database_size(current_database())::float8
           + coalesce((select bytes from backups where file is not null order by started_at desc limit 1),
                      pg_database_size(current_database()))::float8 as needed`.execute(db)
  const needed = rows[0]?.needed ?? 0
  const { bavail, bsize } = await machine.statfs(existingFolder(folder))
  const free = bavail * bsize
  const findings = [await judgeKeys(config)]
  if (free < needed) {
    const found = `the next one needs about ${sizeOf(needed)}, and ${sizeOf(free)} are free for ${folder}`
    findings.push(fail(found, 'Make room there, or set BACKUP_FOLDER to another disk.'))
  }
  return findings
}

/** Whether something encrypts backups, and what is here opens them. */
async function judgeKeys(config: Config): Promise<Finding> {
  const { recipients } = config.backups
  const identities = await findBackupIdentities(config)
  if (identities.length === 0 && recipients.length > 0) {
    const found = 'no key is here that opens them, so that none can be verified'
    return warn(found, 'Give BACKUP_IDENTITY to the command that makes them.')
  }
  if (identities.length === 0) {
    const remedy = 'Set BACKUP_RECIPIENTS and BACKUP_IDENTITY: "keys generate" prints a pair.'
    return config.production
      ? fail('none can be made without a key', remedy)
      : ok('their key is made at the first start')
  }
  const own = await Promise.all(identities.map((identity) => identityToRecipient(identity)))
  if (recipients.length > 0 && !recipients.some((recipient) => own.includes(recipient))) {
    const found = 'BACKUP_IDENTITY opens none of them: it belongs to none of BACKUP_RECIPIENTS'
    return fail(found, 'Set the two that "keys generate" has printed together.')
  }
  return ok('their key is here')
}
