import { randomUUID } from 'node:crypto'
import { signSessionToken } from '../../../server/src/identity/sessions/open-session.ts'
import { endsOfNewSession } from '../../../server/src/identity/sessions/session-queries.ts'
import { createTokens } from '../../../server/src/identity/sessions/tokens.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Testbed } from '../testbed.ts'
import { addAccounts } from './add-accounts.ts'

export type SignedIn = { accountId: number; email: string; token: string }

/** Makes accounts that are signed in. A thousand sign-ins would take minutes of hashing. */
export async function openSessions(testbed: Testbed, count: number): Promise<SignedIn[]> {
  const { db, config } = testbed
  const tokens = createTokens(config.keys.session, systemClock)
  const accounts = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email', 'in', await addAccounts(testbed, count))
    .execute()
  const at = new Date(systemClock.now())
  const ends = endsOfNewSession(true, at.getTime())
  const values = accounts.map(({ id }) => ({
    id: randomUUID(),
    account_id: id,
    jti: randomUUID(),
    remember_me: true,
    proven_at: at,
    expires_at: new Date(ends.expires),
    absolute_expires_at: new Date(ends.absolute),
    created_at: at,
    last_used_at: at,
  }))
  const sessions = await db.insertInto('sessions').values(values).returningAll().execute()
  const sessionOf = new Map(sessions.map((session) => [session.account_id, session]))
  return Promise.all(
    accounts.map(async (account) => {
      const session = sessionOf.get(account.id)
      if (!session) throw new Error('The account has no session')
      return { accountId: account.id, email: account.email, token: await signSessionToken(tokens, account, session) }
    }),
  )
}
