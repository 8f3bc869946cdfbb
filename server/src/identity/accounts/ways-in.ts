import { MAIL_LINK, type ProofMethod } from '@bidwell/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { announceChanges } from '../../platform/changes/announce-change.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { NEEDS_NO_RECOVERY } from '../second-factors/second-factor-queries.ts'
import { revokeSessions } from '../sessions/session-queries.ts'

/** What proves who somebody is, and the table that has it: the password's is the account itself. */
type Proof = {
  password: 'accounts'
  google: 'google_identities'
  passkey: 'passkeys'
  totp: 'totp_secrets'
  recovery_code: 'recovery_codes'
}[ProofMethod]

/** Hashes that let nobody in. */
type NoSecret = 'request_hash' | 'user_hash' | 'site_user_hash'
type HoldsSecret<Columns> = Columns extends { account_id: unknown }
  ? Exclude<Extract<keyof Columns, `${string}_hash`>, NoSecret>
  : never

/**
 * The tables of what lets somebody act as an account, read along, or pass for its owner. Each table with the hash of a secret is
 * one of them, so that a new one does not compile without its row below.
 */
type WayIn =
  | Proof
  | { [T in keyof Tables]: HoldsSecret<Tables[T]> extends never ? never : T }[keyof Tables]
  | 'destinations'
  | 'known_callers'
  | 'sessions'

type Event =
  | 'account_linked' // the owner of the address takes over an account whose address nobody has verified
  | 'password_reset' // by a mailed link
  | 'password_changed'
  | 'email_changed'
  | 'account_deleted' // its deletion is asked for
  | 'suspended_by_operator'
  | 'restored' // from a backup, after which it may have been used, revoked or replaced

/** Which rows end. `lost`: what is there since then may be a stranger's. */
type Which = (lost: Date) => RawBuilder<unknown>

const ALL: Which = () => sql`true`
const LIVE: Which = () => sql`revoked_at is null`
const PENDING_SIGN_INS: Which = () => sql`purpose = 'second_factor'`
/** Links that return an earlier address stay: a thief would otherwise end the owner's. */
const TO_PRESENT_ADDRESS: Which = () => sql`purpose <> 'restore_email'`

/**
 * Which ways in end with which event. An event that a row does not name leaves the way in as it is. A sign-out everywhere and a
 * first second factor end sessions alone, see `revokeSessions`.
 */
const WAYS_IN: Readonly<Record<WayIn, Partial<Record<Event, Which>>>> = {
  // The verbs that set a password replace the one before.
  accounts: { account_linked: ALL },
  sessions: {
    account_linked: LIVE,
    password_reset: LIVE,
    password_changed: LIVE,
    email_changed: LIVE,
    account_deleted: LIVE,
    suspended_by_operator: LIVE,
    restored: LIVE,
  },
  // Whoever signed in before these events may have made tokens. While the account is suspended they are refused, like the
  // calendar's address.
  api_tokens: {
    account_linked: ALL,
    password_reset: ALL,
    password_changed: ALL,
    email_changed: ALL,
    account_deleted: ALL,
    restored: ALL,
  },
  identity_challenges: {
    account_linked: ALL,
    password_reset: PENDING_SIGN_INS,
    password_changed: PENDING_SIGN_INS,
    restored: ALL,
  },
  mail_links: {
    account_linked: ALL,
    password_reset: TO_PRESENT_ADDRESS,
    password_changed: TO_PRESENT_ADDRESS,
    // A used link answers again like the first time.
    email_changed: () => sql`purpose <> 'restore_email' and used_at is null`,
    restored: ALL,
  },
  // A stranger who knew the password may have added the next ones, to get in after the reset, to keep the owner out or to read
  // along. Earlier ones stay: the owner has read the mails about second factors and Google, and sees the others.
  totp_secrets: {
    account_linked: ALL,
    password_reset: (lost) => sql`(confirmed_at is null or confirmed_at >= ${lost})`,
  },
  passkeys: { account_linked: ALL, password_reset: (lost) => sql`created_at >= ${lost}` },
  google_identities: { account_linked: ALL, password_reset: (lost) => sql`linked_at >= ${lost}` },
  calendar_feeds: { account_linked: ALL, password_reset: (lost) => sql`created_at >= ${lost}`, restored: ALL },
  destinations: {
    account_linked: () => sql`channel <> 'email'`,
    password_reset: (lost) => sql`channel <> 'email' and created_at >= ${lost}`,
    // The code of a number that is not verified yet.
    restored: () => sql`channel = 'sms' and verified_at is null`,
  },
  // After the second factors, with whose last one they end.
  recovery_codes: { account_linked: ALL, password_reset: () => NEEDS_NO_RECOVERY },
  // A browser that the account knows may guess more often.
  known_callers: { account_linked: ALL },
  // They were mailed to the account's own address.
  alert_links: { restored: ALL },
}

const ways = Object.keys(WAYS_IN) as WayIn[]

type Options = {
  /** Epoch ms. */
  now: number
  /** The session that stays. */
  except?: string | null
  /** When a stranger may have had the account last, unless it is now. Epoch ms. */
  lostAt?: number
}

export type Ended = { [W in WayIn]?: Selectable<Tables[W]>[] }

/** Ends what `WAYS_IN` names for the event, and returns the deleted rows. The caller has locked the account's row. */
export async function endWaysIn(
  tx: Tx,
  accountId: number,
  event: Exclude<Event, 'restored'>,
  { now, except = null, lostAt = now }: Options,
): Promise<Ended> {
  const ended: Ended = {}
  for (const way of ways) {
    const which = WAYS_IN[way][event]?.(new Date(lostAt - MAIL_LINK.restoreMs))
    if (!which) continue
    if (way === 'sessions') {
      const because = event === 'password_reset' ? 'password_changed' : event
      await revokeSessions(tx, accountId, { because, now, except })
    } else if (way === 'accounts') {
      await tx.updateTable(way).set({ password_hash: null }).where('id', '=', accountId).execute()
    } else {
      const ending = sql`delete from ${sql.table(way)} where account_id = ${accountId} and ${which} returning *`
      Object.assign(ended, { [way]: (await ending.execute(tx)).rows })
    }
  }
  await reportTokens(tx, accountId, ended.api_tokens ?? [])
  return ended
}

async function reportTokens(tx: Tx, accountId: number, tokens: readonly { id: string }[]) {
  if (tokens.length === 0) return
  const nobody = { ipAddress: null, userAgent: null, requestId: null }
  const details = { tokens: tokens.length }
  await recordSecurityEvent(tx, { ...nobody, accountId, kind: 'api_tokens_ended', outcome: 'ok', details })
  await announceChanges(
    tx,
    tokens.map(({ id }) => ({ what: 'session', sessionId: id })),
  )
}

/** Ends the ways into all accounts of a restored database, which no process serves yet. */
export async function endRestoredWaysIn(tx: Tx): Promise<void> {
  for (const way of ways) {
    const which = WAYS_IN[way].restored?.(new Date(0))
    if (!which) continue
    const ending =
      way === 'sessions'
        ? sql`update sessions set revoked_at = clock_timestamp(), revoked_reason = 'restored'`
        : sql`delete from ${sql.table(way)}`
    await sql`${ending} where ${which}`.execute(tx)
  }
}
