import { systemClock } from '../../../server/src/platform/clock.ts'
import { signSessionToken } from '../../../server/src/sessions/sign-session-token.ts'
import { createTokens } from '../../../server/src/sessions/tokens.ts'
import type { SignedIn } from '../api/open-sessions.ts'
import type { Testbed } from '../testbed.ts'
import { emailOf } from './add-people.ts'

export type SignedInPerson = SignedIn & { person: number }

/** Gives people fresh tokens of the sessions that they have. */
export async function signInPeople({ db, config }: Testbed, people: readonly number[]): Promise<SignedInPerson[]> {
  const tokens = createTokens(config.keys.session, systemClock)
  const accounts = await db.selectFrom('accounts').selectAll().where('email', 'in', people.map(emailOf)).execute()
  const sessions = await db
    .updateTable('sessions')
    .set({ created_at: new Date(systemClock.now()) })
    .where(
      'account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .returningAll()
    .execute()
  const sessionOf = new Map(sessions.map((session) => [session.account_id, session]))
  const accountOf = new Map(accounts.map((account) => [account.email, account]))
  return Promise.all(
    people.map(async (person) => {
      const account = accountOf.get(emailOf(person))
      const session = account && sessionOf.get(account.id)
      if (!session) throw new Error(`Person ${person} has no session`)
      const { id: accountId, email } = account
      return { person, accountId, email, token: await signSessionToken(tokens, account, session) }
    }),
  )
}
