import { randomBytes } from 'node:crypto'
import { SECOND_FACTOR } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Db, IdentityChallengeRow } from '../../platform/database/tables.ts'
import { hashSecret } from '../../platform/secrets.ts'

type Purpose = Exclude<IdentityChallengeRow['purpose'], 'passkey_login'>
type NewChallenge =
  | { purpose: 'second_factor'; accountId: number; remember: boolean }
  | { purpose: 'proof' | 'add_passkey'; accountId: number; sessionId: string }

const CHALLENGE_BYTES = 32

/**
 * Makes a challenge that the browser answers within ten minutes: 256 bits in base64url, stored as a hash. It replaces
 * what the session was asked before for the same purpose, so that a session cannot fill the table.
 */
export async function issueChallenge({ db, clock }: Ctx, wanted: NewChallenge): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  if ('sessionId' in wanted) {
    await db
      .deleteFrom('identity_challenges')
      .where('session_id', '=', wanted.sessionId)
      .where('purpose', '=', wanted.purpose)
      .execute()
  }
  await db
    .insertInto('identity_challenges')
    .values({
      challenge_hash: hashSecret(challenge),
      purpose: wanted.purpose,
      account_id: wanted.accountId,
      session_id: 'sessionId' in wanted ? wanted.sessionId : null,
      remember_me: 'remember' in wanted ? wanted.remember : null,
      expires_at: new Date(clock.now() + SECOND_FACTOR.challengeMs),
    })
    .execute()
  return challenge
}

/** The challenge, while it may be answered; null when it has expired, was answered before, or serves another purpose. */
export async function findChallenge({ db, clock }: Ctx, challenge: string, purpose: Purpose) {
  const row = await db
    .selectFrom('identity_challenges')
    .selectAll()
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row ?? null
}

/** Ends a challenge that was answered. Returns false when somebody else's answer came first. */
export async function spendChallenge(db: Db, challenge: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_challenges')
    .where('challenge_hash', '=', hashSecret(challenge))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
