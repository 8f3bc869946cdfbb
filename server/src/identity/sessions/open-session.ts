import { randomUUID } from 'node:crypto'
import { messages, SESSION } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountRow, SessionRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { describeDevice } from '../../trails/security-log/describe-device.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { cancelDeletion } from '../accounts/cancel-deletion.ts'
import { rememberCaller } from '../limits/known-callers.ts'
import { endsOfNewSession, liveSessionsOf, revokeSession } from './session-queries.ts'
import type { Tokens } from './tokens.ts'

const MAX_USER_AGENT_LENGTH = 500
const DAY_MS = 86_400_000
/** The sessions of an account that live at one time: more than anybody needs who is not a program. */
const MAX_SESSIONS = 30
/**
 * The mails about new browsers that an account gets in 24 hours. Nobody has to have proven the address: without a limit,
 * whoever registers it could fill a stranger's mailbox by signing in.
 */
const MAX_REPORTS_PER_DAY = 10

export type OpenedSession = {
  sessionId: string
  /** The session's first token. */
  token: string
  deletionCancelled: boolean
  /** When the operator deletes the account, epoch ms; null unless that is to be. */
  deletionDueAt: number | null
}

/**
 * Starts a session after the user has proven who they are. `remember` only where the user
 * ticked it. The owner is told of a sign-in in a browser that is new to the account, and signing in cancels the deletion
 * of the account that the owner has asked for. Throws `login_failed` when the password has been replaced or taken away since `account` was read: who
 * proved the former one must not get in after it.
 */
export async function openSession(
  { clock, tokens }: { clock: Clock; tokens: Tokens },
  tx: Tx,
  account: AccountRow,
  visitor: Visitor,
  remember: boolean,
): Promise<OpenedSession> {
  const now = new Date(clock.now())
  const ends = endsOfNewSession(remember, now.getTime())
  await requireSamePassword(tx, account)
  await recordProductEvent(tx, 'user_login', account.id, now.getTime())
  await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'signed_in', outcome: 'ok' })
  const deletion = await cancelDeletion(tx, account, visitor, now.getTime())
  if (await rememberCaller(tx, account.id, visitor, now.getTime())) await reportNewDevice(tx, account, visitor, now)
  const session = await tx
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      account_id: account.id,
      jti: randomUUID(),
      remember_me: remember,
      proven_at: now,
      expires_at: new Date(ends.expires),
      absolute_expires_at: new Date(ends.absolute),
      user_agent: visitor.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      ip_address: visitor.ipAddress,
      last_ip_address: visitor.ipAddress,
      created_at: now,
      last_used_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await endLeastUsed(tx, session, now)
  return {
    sessionId: session.id,
    token: await signSessionToken(tokens, account, session),
    deletionCancelled: deletion.isCancelled,
    deletionDueAt: deletion.dueAt,
  }
}

/** Returns the session's present token. The same rows always give the same token. */
export function signSessionToken(tokens: Tokens, account: AccountRow, session: SessionRow): Promise<string> {
  const issuedAt = (session.rotated_at ?? session.created_at).getTime()
  const expiresAt = Math.min(issuedAt + SESSION.tokenMs, session.expires_at.getTime())
  const claims = {
    sub: String(account.id),
    email: account.email,
    auth_provider: account.auth_provider,
    email_verified: account.email_verified_at !== null,
    sid: session.id,
    jti: session.jti,
    exp: Math.floor(expiresAt / 1_000),
    session_exp: Math.floor(session.expires_at.getTime() / 1_000),
    remember_me: session.remember_me,
  }
  return tokens.sign(claims, issuedAt)
}

/**
 * Throws `login_failed` when the password has changed since `account` was read, and `forbidden` when the operator has suspended
 * the account. The row stays locked: a change comes after this transaction, and ends what it opens.
 */
export async function requireSamePassword(tx: Tx, { id, password_hash }: AccountRow) {
  const current = await tx
    .selectFrom('accounts')
    .select(['password_hash', 'suspended_because'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (current?.suspended_because)
    throw new AppError('forbidden', messages.signIn.suspendedByOperator(current.suspended_because))
  if (current?.password_hash !== password_hash) throw new AppError('login_failed', messages.signIn.wrongCredentials)
}

async function reportNewDevice(tx: Tx, { id: accountId, email: to }: AccountRow, visitor: Visitor, now: Date) {
  const at = now.getTime()
  const { ipAddress, userAgent } = visitor
  const reported = await tx
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'new_sign_in')
    .where('at', '>', new Date(at - DAY_MS))
    .limit(MAX_REPORTS_PER_DAY)
    .execute()
  if (reported.length === MAX_REPORTS_PER_DAY) return
  const values = { ipAddress, device: describeDevice(userAgent) }
  await tellOwner(tx, { kind: 'new_sign_in', to, accountId, values }, at)
}

/** Ends the sessions beyond the number that an account may have: those that were not used for longest. */
async function endLeastUsed(tx: Tx, { id: newest, account_id }: SessionRow, now: Date) {
  const others = (await liveSessionsOf(tx, account_id, now.getTime())).filter(({ id }) => id !== newest)
  for (const { id } of others.slice(MAX_SESSIONS - 1)) await revokeSession(tx, id, 'too_many', now.getTime())
}
