import { messages, type NotificationContent } from '@bidwell/contract'
import { sql } from 'kysely'
import { type NewNotification, notify } from '../notifications/notify.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import type { Trouble } from './find-troubles.ts'

type TellDeps = { db: Db; adminEmails: readonly string[] }
type Seen = {
  troubles: readonly Trouble[]
  /** The installation runs for long enough that its processes would have been seen. */
  isSettled: boolean
  /** Epoch ms on the database's clock. */
  now: number
}

/** What passes by itself sooner is not told: an engine that was just started anew, for instance. */
const STANDS_MS = 15_000
/** A trouble that comes and goes is told once within this time. */
const TOLD_ANEW_MS = 60 * 60_000

type Row = { kind: string; beganAt: number; endedAt: number | null; toldAt: number | null; isTold: boolean }

/**
 * Remembers which troubles there are, and tells each administrator when one begins and when it is over: at most once in an hour
 * for each kind, however many processes call it.
 */
export async function tellTroubles({ db, adminEmails }: TellDeps, { troubles, isSettled, now }: Seen): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await lockTroubles(tx)
    const begun = troubles.map((trouble) => {
      const row = rows.get(trouble.kind)
      const isNew = row === undefined || row.endedAt !== null
      const beganAt = isNew ? Math.min(now, trouble.since ?? now) : row.beganAt
      const toldAt = row?.toldAt ?? null
      const isTold = !isNew && row.isTold
      const tells =
        isSettled && !isTold && now - beganAt >= STANDS_MS && (toldAt === null || now - toldAt >= TOLD_ANEW_MS)
      return { trouble, beganAt, isNew, tells, toldAt: tells ? now : toldAt, isTold: isTold || tells }
    })
    const over = [...rows.values()].filter(
      ({ kind, endedAt }) => endedAt === null && !troubles.some((trouble) => trouble.kind === kind),
    )
    for (const { trouble, isNew, tells, ...state } of begun) {
      if (isNew || tells) await store(tx, { ...state, kind: trouble.kind, endedAt: null })
    }
    for (const row of over) await store(tx, { ...row, endedAt: now })
    const news = [
      ...begun.filter(({ tells }) => tells).map(({ trouble, beganAt }) => newsOf(trouble, beganAt)),
      ...over.filter(({ isTold }) => isTold).map((row) => newsOfEnd(row, now)),
    ]
    await notify(tx, await toAdministrators(tx, adminEmails, news))
  })
}

/** One process at a time decides. */
async function lockTroubles(tx: Tx): Promise<Map<string, Row>> {
  await sql`select pg_advisory_xact_lock(hashtext('troubles'))`.execute(tx)
  const rows = await tx.selectFrom('troubles').selectAll().execute()
  const row = ({ kind, began_at, ended_at, told_at, is_told }: (typeof rows)[number]): [string, Row] => [
    kind,
    {
      kind,
      beganAt: began_at.getTime(),
      endedAt: ended_at?.getTime() ?? null,
      toldAt: told_at?.getTime() ?? null,
      isTold: is_told,
    },
  ]
  return new Map(rows.map(row))
}

async function store(tx: Tx, { kind, beganAt, endedAt, toldAt, isTold }: Row) {
  const columns = {
    began_at: new Date(beganAt),
    ended_at: endedAt === null ? null : new Date(endedAt),
    told_at: toldAt === null ? null : new Date(toldAt),
    is_told: isTold,
  }
  await tx
    .insertInto('troubles')
    .values({ kind, ...columns })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(columns))
    .execute()
}

type News = Pick<NewNotification, 'key'> & Extract<NotificationContent, { kind: `installation_${string}` }>

function newsOf(trouble: Trouble, beganAt: number): News {
  const { title, text, remedy } = messages.troubles.describe(trouble.kind, trouble)
  return {
    kind: trouble.severity === 'page' ? 'installation_in_danger' : 'installation_troubled',
    values: { title, text: `${text} ${remedy}` },
    key: `trouble ${trouble.kind} ${beganAt}`,
  }
}

const newsOfEnd = ({ kind, beganAt }: Row, now: number): News => ({
  kind: 'installation_recovered',
  values: messages.troubles.over(kind, now - beganAt),
  key: `after trouble ${kind} ${beganAt}`,
})

async function toAdministrators(tx: Tx, emails: readonly string[], news: readonly News[]): Promise<NewNotification[]> {
  if (news.length === 0) return []
  const { rows } = await sql<{ accountId: number }>`
    select administrators_among(${emails}::text[]) as "accountId"`.execute(tx)
  return rows.flatMap(({ accountId }) => news.map((each) => ({ ...each, accountId })))
}
