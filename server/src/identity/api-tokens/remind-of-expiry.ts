import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { Tx } from '../../platform/database/tables.ts'

const DAY_MS = 86_400_000
const REMIND_BEFORE_MS = 7 * DAY_MS
const AT_ONCE = 100

/** Mails the owners of tokens that expire within a week, once for each token. One that lives no longer gets its mail at its start. */
export async function remindOfExpiry({ db, clock }: Ctx): Promise<void> {
  for (;;) {
    const now = clock.now()
    const reminded = await db.transaction().execute(async (tx) => {
      const due = await lockDue(tx, now)
      for (const token of due) await remind(tx, token, now)
      return due.length
    })
    if (reminded < AT_ONCE) return
  }
}

const lockDue = (tx: Tx, now: number) =>
  tx
    .selectFrom('api_tokens')
    .select(['id', 'account_id', 'name', 'expires_at'])
    .where('reminded_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where('expires_at', '<=', new Date(now + REMIND_BEFORE_MS))
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()

type Due = Awaited<ReturnType<typeof lockDue>>[number]

async function remind(tx: Tx, { id, account_id: accountId, name, expires_at }: Due, now: number) {
  await tx
    .updateTable('api_tokens')
    .set({ reminded_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  const { rows } = await sql<{ address: string }>`select address_of_token_owner(${id}) as address`.execute(tx)
  for (const { address: to } of rows)
    await tellOwner(
      tx,
      { kind: 'api_token_expires', to, accountId, values: { name, expiresAt: expires_at.getTime() } },
      now,
    )
}
