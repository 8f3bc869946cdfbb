import { ACCOUNT, isEmail, MAIL_LINK, normalizeEmail } from '@bidwell/contract'
import { accountByEmail, insertAccount } from '../../identity/accounts/account-queries.ts'
import { issueLink } from '../../identity/accounts/link-queries.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { openAsOperator } from './open-as-operator.ts'

/**
 * The command `admin create EMAIL`: makes the account with an address of ADMIN_EMAILS an administrator, once its address is
 * verified. Without an account, it makes one, and prints a link that sets the password and verifies the address. An account
 * whose address is not verified may be a stranger's: it gets the link alone, whose use takes every other way in from it.
 */
export async function createAdmin(env: NodeJS.ProcessEnv, typed: string): Promise<void> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) throw new StartupError(`"${typed}" is not an e-mail address`)
  await using operator = await openAsOperator(env, 'admin')
  const { config, db, clock } = operator
  if (!config.adminEmails.includes(email)) throw new StartupError(`ADMIN_EMAILS must name ${email}`)
  const made = await makeAdmin(db, email, clock.now())
  const { publicUrl } = config.http
  const linkLines = made.token === null ? [] : linkTo(publicUrl, made.token)
  const lines = made.isAppointed
    ? [
        ...(made.token === null ? [] : [`${email} has an account.`, ...linkLines]),
        `${email} administers this installation, once its account has a second factor:`,
        `set one up at ${publicUrl}/settings?tab=security, and then open ${publicUrl}/admin.`,
      ]
    : [
        `${email} has an account whose address nobody has verified, so it is no administrator yet.`,
        ...linkLines,
        'The link ends all sessions of that account, and takes its other ways in away: a stranger may have opened it.',
        'Then run this command again.',
      ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

const linkTo = (publicUrl: string, token: string) => [
  'This link sets its password and verifies the address. It works once, within an hour:',
  '',
  `  ${publicUrl}/reset-password?token=${token}`,
  '',
]

/** `token`: of the link that sets the password, where the account needs one. `now` is epoch ms. */
function makeAdmin(db: Db, email: string, now: number): Promise<{ isAppointed: boolean; token: string | null }> {
  return db.transaction().execute(async (tx) => {
    const added = await insertAccount(tx, {
      email,
      terms_version: ACCOUNT.termsVersion,
      privacy_version: ACCOUNT.privacyVersion,
      terms_accepted_at: new Date(now),
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    const account = added ?? (await accountByEmail(tx, email))
    if (account === null) throw new StartupError(`The account of ${email} was deleted just now: run this again`)
    const isVerified = account.email_verified_at !== null
    // An account that this command has made is nobody else's: it has no password before its link is used.
    if (added !== null || isVerified) await appoint(tx, account.id, now)
    const isAppointed = await isAppointedAlready(tx, account.id)
    if (isVerified) return { isAppointed, token: null }
    const link = { accountId: account.id, purpose: 'reset_password', email, now, lifeMs: MAIL_LINK.resetMs } as const
    return { isAppointed, token: await issueLink(tx, link) }
  })
}

async function isAppointedAlready(tx: Tx, accountId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('administrators')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

async function appoint(tx: Tx, accountId: number, now: number) {
  const added = await tx
    .insertInto('administrators')
    .values({ account_id: accountId, appointed_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (!added) return
  const origin = { ipAddress: null, userAgent: null, requestId: null }
  const event = { accountId, kind: 'appointed', outcome: 'ok', details: { by: 'operator' } } as const
  await recordSecurityEvent(tx, { ...origin, ...event })
}
