import { createHash, randomBytes } from 'node:crypto'
import { SECOND_FACTOR } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { IdentityChallengeRow } from '../platform/database/second-factor-tables.ts'
import type { Db } from '../platform/database/tables.ts'

type Purpose = IdentityChallengeRow['purpose']
type ChallengeDeps = { db: Db; clock: Clock }

type NewChallenge =
  | { purpose: 'second_factor'; accountId: number; remember: boolean }
  | { purpose: 'passkey_login' }
  | { purpose: 'proof' | 'add_passkey'; accountId: number; sessionId: string }

const CHALLENGE_BYTES = 32

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** Makes a challenge that the browser answers within ten minutes: 256 bits in base64url, stored as a hash. */
export async function issueChallenge({ db, clock }: ChallengeDeps, wanted: NewChallenge): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await db
    .insertInto('identity_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      purpose: wanted.purpose,
      account_id: 'accountId' in wanted ? wanted.accountId : null,
      session_id: 'sessionId' in wanted ? wanted.sessionId : null,
      remember_me: 'remember' in wanted ? wanted.remember : null,
      expires_at: new Date(clock.now() + SECOND_FACTOR.challengeMs),
    })
    .execute()
  return challenge
}

/** The challenge, while it may be answered; null when it has expired, was answered before, or serves another purpose. */
export async function findChallenge({ db, clock }: ChallengeDeps, challenge: string, purpose: Purpose) {
  const row = await db
    .selectFrom('identity_challenges')
    .selectAll()
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row ?? null
}

/** Ends a challenge that was answered. Returns false when somebody else's answer came first. */
export async function spendChallenge(db: Db, challenge: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the sign-ins of an account that wait for a second factor, because its password has changed. */
export async function cancelPendingSignIns(db: Db, accountId: number) {
  await db
    .deleteFrom('identity_challenges')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'second_factor')
    .execute()
}
