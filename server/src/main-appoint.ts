import { normalizeEmail } from '@bidwell/contract'
import { completeConfig } from './config/complete-config.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { StartupError } from './platform/startup-error.ts'

/** The command `appoint EMAIL`: makes an account of ADMIN_EMAILS an administrator, once its address is verified. */
export async function appoint(env: NodeJS.ProcessEnv, given: string | undefined): Promise<void> {
  if (given === undefined) throw new StartupError('Name the address: appoint ann@example.com')
  const email = normalizeEmail(given)
  const config = await completeConfig(env, 'owner')
  if (!config.adminEmails.includes(email)) throw new StartupError(`ADMIN_EMAILS must name ${email}`)
  await using database = openDatabase({ url: config.databaseUrl, applicationName: 'bidwell appoint', poolSize: 1 })
  const { db } = database
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!account) throw new StartupError(`${email} has no account whose address is verified`)
  await db
    .insertInto('administrators')
    .values({ account_id: account.id, appointed_at: new Date(systemClock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  process.stdout.write(`${email} administers this installation, once its account has a second factor.\n`)
}
