import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

/** Whether the environment is right. Each mistake is a finding, and so is a variable that almost spells a setting. */
export async function checkConfiguration({ mistakes, misspelt }: Patient): Promise<Finding | Finding[]> {
  const findings = [
    ...mistakes.map((mistake) => fail(mistake, null)),
    ...misspelt.map(({ name, meant }) => warn(`${name} is no setting`, `If you mean ${meant}, correct it.`)),
  ]
  return findings.length > 0 ? findings : ok('the settings are right; "npm run bidwell config" prints them')
}

const MB = 1_000_000
const GB = 1_000 * MB
const FAIL_BELOW = 500 * MB
const WARN_BELOW = 2 * GB
const WARN_BELOW_SHARE = 0.1

/** Whether the file system of the data folder has room. On a full disk, the database stops, and journals do. */
export async function checkDiskSpace({ config, machine }: Patient): Promise<Finding> {
  const { bsize, blocks, bavail } = await machine.statfs(existingFolder(config.dataDir))
  const [free, total] = [bavail * bsize, blocks * bsize]
  const text = `${sizeOf(free)} of ${sizeOf(total)} are free for ${config.dataDir}`
  const remedy = 'Free space on that disk, or move BIDWELL_DATA.'
  if (free < FAIL_BELOW) return fail(text, remedy)
  if (free < WARN_BELOW || free < total * WARN_BELOW_SHARE) return warn(text, remedy)
  return ok(text)
}

const sizeOf = (bytes: number) => (bytes < GB ? `${Math.round(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`)

/** The path itself, or the nearest folder above it that exists. */
function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path))
}
