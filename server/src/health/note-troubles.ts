import { messages, type NotificationContent } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { type NewNotification, notify } from '../notifying/notifications/notify.ts'
import type { Tx } from '../platform/database/tables.ts'
import type { Trouble } from './find-troubles.ts'

type Seen = {
  troubles: readonly Trouble[]
  /** The installation runs for long enough that its processes would have been seen. */
  isSettled: boolean
  /** Epoch ms on the database's clock. */
  now: number
}

/** What passes by itself sooner is told to nobody: an engine that was just started anew, for instance. */
export const STANDS_MS = 15_000
/** A trouble that comes and goes is told once within this time. */
const TOLD_ANEW_MS = 60 * 60_000

type Open = { kind: string; beganAt: number; isTold: boolean }

/**
 * Keeps each trouble as an incident, and tells each administrator when one begins and when it is over: at most once in an hour for
 * each kind, however many processes call it.
 */
export async function noteTroubles({ db, adminEmails }: Ctx, { troubles, isSettled, now }: Seen): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // One process at a time decides.
    await sql`select pg_advisory_xact_lock(hashtext('incidents'))`.execute(tx)
    const { open, toldLately } = await readIncidents(tx, now)
    const news: News[] = []
    for (const trouble of troubles) {
      const { kind } = trouble
      const { beganAt, isTold } = open.get(kind) ?? (await begin(tx, trouble, now))
      if (isTold || !isSettled || now - beganAt < STANDS_MS || toldLately.has(kind)) continue
      await ofOpen(tx, kind)
        .set({ told_at: new Date(now) })
        .execute()
      news.push(newsOf(trouble, beganAt))
    }
    for (const { kind, beganAt, isTold } of open.values()) {
      if (troubles.some((trouble) => trouble.kind === kind)) continue
      await ofOpen(tx, kind)
        .set({ ended_at: new Date(Math.max(now, beganAt)) })
        .execute()
      if (isTold) news.push(newsOfEnd(kind, beganAt, now))
    }
    await notify(tx, await toAdministrators(tx, adminEmails, news))
  })
}

const ofOpen = (tx: Tx, kind: string) =>
  tx.updateTable('incidents').where('kind', '=', kind).where('ended_at', 'is', null)

async function readIncidents(tx: Tx, now: number) {
  const open = await tx
    .selectFrom('incidents')
    .select(['kind', 'began_at', 'told_at'])
    .where('ended_at', 'is', null)
    .execute()
  const lately = new Date(now - TOLD_ANEW_MS)
  const told = await tx.selectFrom('incidents').select('kind').where('told_at', '>', lately).execute()
  return {
    open: new Map(
      open.map(({ kind, began_at, told_at }): [string, Open] => [
        kind,
        { kind, beganAt: began_at.getTime(), isTold: told_at !== null },
      ]),
    ),
    toldLately: new Set(told.map(({ kind }) => kind)),
  }
}

async function begin(tx: Tx, { kind, since }: Trouble, now: number): Promise<Omit<Open, 'kind'>> {
  const beganAt = Math.min(now, since ?? now)
  await tx
    .insertInto('incidents')
    .values({ kind, began_at: new Date(beganAt) })
    .execute()
  return { beganAt, isTold: false }
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

const newsOfEnd = (kind: string, beganAt: number, now: number): News => ({
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
