import { sql } from 'kysely'
import { type Channel, type Delivery, Refused } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Alert } from '../compose-alert.ts'
import { composeCode, composeText } from './compose-text.ts'
import { type Cap, reachedCap } from './reached-cap.ts'
import { CODE_KIND, CodeContent } from './sms-code.ts'
import type { SmsProvider } from './sms-provider.ts'

export type SmsDeps = {
  db: Db
  clock: Clock
  /** What a delivery tells. */
  compose: (delivery: Delivery) => Promise<Alert>
  provider: SmsProvider
  /** The address that browsers use. */
  publicUrl: string
  /** How many text messages the installation sends in a day. */
  dailyBudget: number
}

/** All numbers are one lane, which takes half. */
const AT_ONCE = 8
/** The provider's clock and ours may differ. */
const CLOCKS_DIFFER_MS = 60_000
/** Held while a message is counted and handed over, so that two processes do not both take the last one. */
const COUNTING_LOCK = 7_236_001

const REACHED: Readonly<Record<Cap, string>> = {
  number: 'The number has had three text messages within ten minutes',
  account: 'The account has had ten text messages within a day',
  installation: 'The installation has sent its text messages of the day',
}

/**
 * Tells alerts, and codes, by text message. A message that may have arrived is looked for at the provider before it is sent
 * again. One over a cap ends, so that the alert goes to the next channel at once.
 */
export function smsChannel(deps: SmsDeps): Channel {
  const { clock, provider } = deps
  return {
    name: 'sms',
    atOnce: AT_ONCE,
    // The provider's list shows whether a first copy was accepted.
    dropsCopies: true,
    serverOf: () => provider.server,
    async send(delivery, handOver, signal) {
      const to = delivery.recipient
      await requireDestination(deps, delivery)
      const { text, until } = await textOf(deps, delivery)
      const accepted = delivery.mayHaveArrived ? await findAccepted(deps, delivery, text, signal) : null
      if (accepted !== null) return accepted
      await handOverWithinCaps(deps, delivery, handOver)
      const validSeconds = (until - clock.now()) / 1_000
      return provider.send({ to, text, validSeconds, reference: delivery.id }, signal)
    },
  }
}

/** Throws `Refused` unless messages go to this number. A number that is not proved gets nothing but a code. */
async function requireDestination({ db }: SmsDeps, { destinationId, kind, recipient }: Delivery): Promise<void> {
  const row = await db
    .selectFrom('destinations')
    .select(['verified_at', 'stopped_at'])
    .where('id', '=', destinationId)
    .where('channel', '=', 'sms')
    .where('address', '=', recipient)
    .executeTakeFirst()
  if (!row || row.stopped_at !== null) throw new Refused('The number was removed or takes no text messages')
  if (row.verified_at === null && kind !== CODE_KIND) throw new Refused('The number is not verified')
}

async function textOf({ compose, publicUrl }: SmsDeps, delivery: Delivery): Promise<{ text: string; until: number }> {
  if (delivery.kind === CODE_KIND) {
    const { code } = CodeContent.parse(delivery.content)
    return { text: composeCode(code, publicUrl), until: delivery.giveUpAt }
  }
  const alert = await compose(delivery)
  return { text: composeText(alert, publicUrl), until: Math.min(alert.until, delivery.giveUpAt) }
}

/** The provider's name for the message, if it has accepted it at an earlier attempt; null when it has not. */
async function findAccepted(
  { db, provider }: SmsDeps,
  { id, recipient, createdAt }: Delivery,
  text: string,
  signal: AbortSignal,
): Promise<string | null> {
  const listed = await provider.listSent(recipient, signal)
  // A trial account of Twilio adds words of its own before the text.
  const same = listed.filter(({ text: sent, at }) => sent.endsWith(text) && at >= createdAt - CLOCKS_DIFFER_MS)
  if (same.length === 0) return null
  const others = await db
    .selectFrom('deliveries')
    .select('said')
    .where('channel', '=', 'sms')
    .where('id', '!=', id)
    .where(
      'said',
      'in',
      same.map((message) => message.id),
    )
    .execute()
  const taken = new Set(others.map(({ said }) => said))
  return same.find((message) => !taken.has(message.id))?.id ?? null
}

/** Throws `Refused` when the message would pass a cap. */
async function handOverWithinCaps(
  { db, clock, dailyBudget }: SmsDeps,
  delivery: Delivery,
  handOver: () => Promise<void>,
) {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(tx)
    const { recipient: to, accountId, id: deliveryId } = delivery
    const reached = await reachedCap(tx, { to, accountId, deliveryId, dailyBudget, now: clock.now() })
    if (reached) throw new Refused(REACHED[reached.cap])
    await handOver()
  })
}
