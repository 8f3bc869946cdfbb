import { randomBytes } from 'node:crypto'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db, MailLinkRow, Tx } from '../../platform/database/tables.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { linkBudget, refill } from '../limits/attempt-budgets.ts'
import { lockAccount, lockAccountIfAny } from './account-queries.ts'

export type LinkPurpose = Tables['mail_links']['purpose']

const TOKEN_BYTES = 32
/** For which a link is asked. */
const PURPOSES: readonly LinkPurpose[] = ['verify_email', 'reset_password', 'change_email']

type NewLink = {
  /** Null makes the same writes, and no link: the time does not reveal whether an account exists. */
  accountId: number | null
  purpose: LinkPurpose
  /** The address that the link is mailed to. */
  email: string
  /** Epoch ms. */
  now: number
  lifeMs: number
  /** What the mail has beside the link, for the same session; absent for a link alone. */
  code?: string | null
  /** The session that the link is for. A link that replaces another one of the purpose is for the same. */
  sessionId?: string
}

/**
 * Makes a link and returns its token, which is stored nowhere. It replaces the account's earlier links of the purpose; only
 * links to earlier addresses stay, because otherwise two changes in a row would take the first address's link away.
 */
export async function issueLink(tx: Tx, link: NewLink): Promise<string> {
  const { purpose, email, now, lifeMs, code = null } = link
  const accountId = link.accountId ?? 0 // no account has it
  await lockAccountIfAny(tx, accountId)
  const replaced =
    purpose === 'restore_email'
      ? []
      : await tx
          .deleteFrom('mail_links')
          .where('account_id', '=', accountId)
          .where('purpose', '=', purpose)
          .returning('session_id')
          .execute()
  const sessionId = link.sessionId ?? replaced[0]?.session_id ?? null
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const values = {
    purpose,
    token_hash: hashSecret(token),
    email,
    code_hash: code === null ? null : hashSecret(code),
    session_id: sessionId,
    expires_at: new Date(now + lifeMs),
    created_at: new Date(now),
  }
  await tx
    .insertInto('mail_links')
    .columns(['account_id', 'purpose', 'token_hash', 'code_hash', 'email', 'session_id', 'expires_at', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('accounts')
        .select((row) => [
          'id',
          row.val(values.purpose).as('purpose'),
          row.val(values.token_hash).as('token_hash'),
          row.val(values.code_hash).as('code_hash'),
          row.val(values.email).as('email'),
          row.val(values.session_id).as('session_id'),
          row.val(values.expires_at).as('expires_at'),
          row.val(values.created_at).as('created_at'),
        ])
        .where('id', '=', accountId),
    )
    .execute()
  return token
}

/** The link of a token, used or not; null when it has expired or was replaced, and when there never was one. */
export async function findLink(db: Db, token: string, purposes: readonly LinkPurpose[], now: number) {
  const link = await db
    .selectFrom('mail_links')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return link ?? null
}

/**
 * Uses a link up, and locks its account. Of concurrent uses, one gets the link and the others null. The account is locked
 * first, as by `issueLink`, so that the two do not wait for each other.
 */
export async function takeLink(
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
  now: number,
): Promise<MailLinkRow | null> {
  const found = await findLink(tx, token, purposes, now)
  return found && takeFoundLink(tx, found, now)
}

/** Uses up a link that was found. See `takeLink`. */
export async function takeFoundLink(tx: Tx, found: MailLinkRow, now: number): Promise<MailLinkRow | null> {
  await lockAccount(tx, found.account_id)
  const link = await tx
    .updateTable('mail_links')
    .set({ used_at: new Date(now) })
    .where('id', '=', found.id)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return link ?? null
}

/**
 * Forgets the requests for links to an address whose links end: otherwise its owner could have to wait for the next one without
 * having any.
 */
export const forgetLinkRequests = (tx: Tx, email: string) =>
  refill(
    tx,
    PURPOSES.map((purpose) => linkBudget(purpose, email)),
  )

/**
 * Whether the account has come back to an address that could take it back. The links of the addresses in between end then.
 */
export async function endRestoresAfter(tx: Tx, { account_id, email }: MailLinkRow, now: number): Promise<boolean> {
  const restore = await tx
    .selectFrom('mail_links')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('purpose', '=', 'restore_email')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .orderBy('id')
    .executeTakeFirst()
  if (restore) await dropLaterRestores(tx, restore)
  return restore !== undefined
}

/**
 * Ends the links to addresses that the account had later than the one of the given link. Links to earlier addresses stay,
 * so that a thief who moves the account twice does not end the first owner's link.
 */
export async function dropLaterRestores(tx: Tx, { account_id, id }: MailLinkRow) {
  await tx
    .deleteFrom('mail_links')
    .where('account_id', '=', account_id)
    .where('purpose', '=', 'restore_email')
    .where('id', '>', id)
    .execute()
}
