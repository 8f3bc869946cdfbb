import { randomBytes } from 'node:crypto'
import type { Ctx } from '../context/ctx.ts'
import type { Delivery } from '../notifying/deliveries/delivery.ts'
import { type Rendered, renderMail } from '../notifying/mail/render-mail.ts'
import { type Letter, link, text } from '../notifying/mail/template.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db } from '../platform/database/tables.ts'
import { hashSecret } from '../platform/secrets.ts'
import { type Alert, composeAlert } from './compose-alert.ts'
import { composeNews } from './compose-news.ts'

const TOKEN_BYTES = 32
const pageOf = (token: string) => `/alert?token=${token}`
/** Mails lie in mailboxes, and their way out has to work for long after. */
const STOP_LIFE_MS = 90 * 86_400_000

/**
 * The mail of a notification. That of an alert has one picture, one button, the auction's mails in one thread, and links that stop
 * further ones. Each attempt has links of its own, because the tokens are stored nowhere.
 */
export async function renderNotificationMail(ctx: Ctx, delivery: Delivery): Promise<Rendered> {
  const { db, clock, publicUrl } = ctx
  if (delivery.kind === 'news') return renderMail(await newsOf(ctx, delivery), publicUrl)
  const alert = await composeAlert(ctx, delivery)
  if (delivery.kind === 'alert_test') return renderMail(letterOf(alert), publicUrl)
  const { kind, account_id, bid_id, max_bid_cents, tracked_auction_id } = await readSubject(db, delivery.notificationId)
  const now = clock.now()
  const late = new Date(now + STOP_LIFE_MS)
  const stop = newLink({ action: 'stop_kind', kind, expires_at: late })
  const footnotes: { label: string; link: NewLink }[] = []
  if (alert.isUrgent && bid_id !== null && max_bid_cents !== null) {
    const ends = { expires_at: new Date(delivery.giveUpAt) }
    footnotes.push({ label: 'Cancel this bid', link: newLink({ action: 'cancel', bid_id, max_bid_cents, ...ends }) })
  }
  if (tracked_auction_id !== null) {
    footnotes.push({
      label: 'Mute this auction',
      link: newLink({ action: 'mute', tracked_auction_id, expires_at: late }),
    })
  }
  const whose = { account_id, created_at: new Date(now) }
  const rows = [stop, ...footnotes.map(({ link: each }) => each)].map(({ row }) => ({ ...row, ...whose }))
  await db.insertInto('alert_links').values(rows).execute()
  return renderMail(
    {
      ...letterOf(alert),
      thread: `${alert.tag}.${account_id}`,
      unsubscribePath: pageOf(stop.token),
      footnotes: footnotes.map(({ label, link: { token } }) => ({ label, path: pageOf(token) })),
    },
    publicUrl,
  )
}

/** News of the account is one of the mails that nobody can turn off. */
async function newsOf({ db, marketplace }: Ctx, { notificationId }: Delivery): Promise<Letter> {
  const { zone, at, ...news } = await db
    .selectFrom('notifications as n')
    .innerJoin('accounts as a', 'a.id', 'n.account_id')
    .select(['n.kind', 'n.values', 'n.at', 'a.zone'])
    .where('n.id', '=', notificationId)
    .executeTakeFirstOrThrow()
  return composeNews({ ...news, at: at.getTime() }, { site: marketplace.siteName, zone })
}

function letterOf({ title, text: body, imageUrl, actions: [action] }: Alert): Letter {
  const paragraphs = body
    .split('\n')
    .filter(Boolean)
    .map((line) => text(line))
  return {
    subject: title,
    ...(imageUrl !== null && { imageUrl }),
    paragraphs: action ? [...paragraphs, link(action.label, action.path)] : paragraphs,
  }
}

const readSubject = (db: Db, id: number | null) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('bids as b', (join) => join.onRef('b.id', '=', 'n.bid_id').on('b.status', '=', 'pending'))
    .select(['n.account_id', 'n.kind', 'n.tracked_auction_id', 'b.id as bid_id', 'b.max_bid_cents'])
    .where('n.id', '=', id)
    .executeTakeFirstOrThrow()

type NewLink = ReturnType<typeof newLink>

function newLink(values: Pick<Tables['alert_links'], 'action' | 'expires_at'> & Partial<Tables['alert_links']>) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, row: { ...values, token_hash: hashSecret(token) } }
}
