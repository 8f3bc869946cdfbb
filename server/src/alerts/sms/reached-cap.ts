import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { CODE_KIND } from './sms-code.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** How many text messages go out: against people who would have a number called up, and against costs. */
const TO_ONE_NUMBER = { most: 3, withinMs: 10 * MINUTE_MS }
const OF_ONE_ACCOUNT = { most: 10, withinMs: DAY_MS }

export type Cap = 'number' | 'account' | 'installation'
/** A cap that is reached, and when it has room again, epoch ms. */
export type ReachedCap = { cap: Cap; until: number }

type Message = {
  to: string
  accountId: number | null
  /** Of a message that is counted already; null for a code that is about to be queued. */
  deliveryId: string | null
  dailyBudget: number
  /** Epoch ms. */
  now: number
}

/**
 * The cap that one more text message would pass, or null. Counts those that were sent, those that may have been, and, for a
 * code that is only about to be queued, those that wait. Codes leave half of the budget to alerts.
 */
export async function reachedCap(db: Db, message: Message): Promise<ReachedCap | null> {
  const { to, accountId, dailyBudget } = message
  const ofNumber = { ...TO_ONE_NUMBER, cap: 'number' as const, where: sql`recipient = ${to}` }
  const ofAccount = { ...OF_ONE_ACCOUNT, cap: 'account' as const, where: sql`account_id = ${accountId}` }
  const ofAll = { most: dailyBudget, withinMs: DAY_MS, cap: 'installation' as const, where: sql`true` }
  const ofCodes = { ...ofAll, most: Math.ceil(dailyBudget / 2), where: sql`kind = ${CODE_KIND}` }
  for (const rule of [ofNumber, ofAccount, ofAll, ...(message.deliveryId === null ? [ofCodes] : [])]) {
    const until = await roomAt(db, message, rule)
    if (until !== null) return { cap: rule.cap, until }
  }
  return null
}

type Rule = { most: number; withinMs: number; where: ReturnType<typeof sql> }

/** When the rule has room, if it has none now: when the oldest message that fills it is old enough. */
async function roomAt(db: Db, { deliveryId, now }: Message, { most, withinMs, where }: Rule): Promise<number | null> {
  if (most === 0) return now + withinMs
  const since = new Date(now - withinMs)
  // The API may not read when a message was handed over: for it, those that wait count from when they were queued.
  const counted = deliveryId === null ? sql`created_at` : sql`handed_over_at`
  const { rows } = await sql<{ at: Date }>`
    select ${counted} as at from deliveries
     where channel = 'sms' and ${where} and ${counted} > ${since} and id is distinct from ${deliveryId}::uuid
       and (outcome is null or outcome in ('sent', 'unconfirmed'))
     order by 1 desc limit 1 offset ${most - 1}`.execute(db)
  const [filling] = rows
  return filling ? filling.at.getTime() + withinMs : null
}
