import { openDatabase } from '../../platform/database/open-database.ts'
import { MOST_LAG_MS, placeOf, whyNotReadFrom } from '../../platform/database/open-reads.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { type Connected, type Finding, ok, type Patient, warn } from '../check.ts'
import { describeConnectFailure } from '../describe-connect-failure.ts'

const TIMEOUTS = { connectWithinMs: 2_000, answerWithinMs: 2_000 }
/** Who is further behind may still be used, and hardly ever is: fresh reads wait less. */
const WAIT = { everyMs: 50, forMs: 2_000 }
const REMEDY = 'Until then, the main database answers. Correct DATABASE_READ_URL, or the standby.'

/** Whether the standby that the API reads from is a copy of the main database, and follows it. */
export async function checkReadDatabase({ db }: Connected, { config, clock }: Patient): Promise<Finding> {
  const url = config.databaseReadUrl
  if (url === null) return ok('everything is read from the main database')
  await using database = openDatabase({ url, applicationName: 'bidwell doctor', poolSize: 1, ...TIMEOUTS })
  try {
    const main = await placeOf(db)
    const before = clock.monotonic()
    const reason = whyNotReadFrom(await placeOf(database.db), main)
    if (reason !== null) return warn(`${URL.parse(url)?.host} is no standby to read from: ${reason}`, REMEDY)
    const isReached = await pollUntil(
      clock,
      async () => ((await placeOf(database.db)).position >= main.position ? true : null),
      WAIT,
    )
    const tookMs = Math.round(clock.monotonic() - before)
    if (isReached) return ok(`the standby has what the main database had ${tookMs} ms before`)
    const found = `the standby is more than ${WAIT.forMs / 1_000} s behind; above ${MOST_LAG_MS / 1_000} s it is not read`
    return warn(found, 'Look for what holds its replay up, such as a slow disk or a long query there.')
  } catch (error) {
    const { found, remedy } = describeConnectFailure(error, url)
    return warn(found, remedy.replaceAll('DATABASE_URL', 'DATABASE_READ_URL'))
  }
}
