import { type Finding, fail, ok, type Patient, warn } from './check.ts'

const MAJOR = 10_000
/** Older ones lack statements that the migrations use. */
const OLDEST = 15
const TESTED = 18

/** Whether the database can be reached, and its PostgreSQL is not too old. */
export async function checkDatabase({ database }: Patient): Promise<Finding> {
  const connected = await database
  if ('because' in connected) return connected.finding
  return judgeVersion(connected.version)
}

export function judgeVersion(version: number): Finding {
  const name = `PostgreSQL ${Math.floor(version / MAJOR)}.${version % MAJOR}`
  const major = Math.floor(version / MAJOR)
  if (major < OLDEST) return fail(`${name} is too old`, `Upgrade it to ${TESTED}, at least to ${OLDEST}.`)
  if (major !== TESTED)
    return warn(`${name} answers; Bidwell is tested with ${TESTED}`, 'Watch the log, or upgrade it.')
  return ok(`${name} answers`)
}
