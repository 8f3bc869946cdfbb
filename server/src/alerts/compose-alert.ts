import { messages, SITE_ZONE, type WebhookAlert } from '@bidwell/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Ctx } from '../context/ctx.ts'
import type { Delivery } from '../notifying/deliveries/delivery.ts'

type Row = {
  id: number
  kind: string
  values: Record<string, unknown>
  at: number
  bid_id: number | null
  tracked_auction_id: number | null
  title: string | null
  auction_id: string | null
  image_url: string | null
  pay_by: string | null
  zone: string | null
}

/** What the delivery of an alert keeps. `hasDeadline`: until the alert is of no use, its user can act. */
const AlertContent = z.object({ hasDeadline: z._default(z.boolean(), true) })
export type AlertContent = z.infer<typeof AlertContent>

/** A lock screen shows about so much of a title. */
const MAX_NAME = 60

/** What a delivery of an alert says, in the words of now. Throws when its notification is gone. */
export async function composeAlert({ db, marketplace }: Ctx, delivery: Delivery): Promise<Alert> {
  if (delivery.kind === 'alert_test') return testAlert(delivery)
  const { rows } = await sql<Row>`
    select n.id, n.kind, n."values", (extract(epoch from n.at) * 1000)::float8 as at, n.bid_id, n.tracked_auction_id, l.title,
           l.auction_id, l.image_urls[1] as image_url, o.pay_by::text as pay_by, a.zone
      from notifications n
      join accounts a on a.id = n.account_id
      left join tracked_auctions t on t.id = n.tracked_auction_id
      left join listings l on l.id = t.listing_id
      left join orders o on o.account_id = n.account_id and o.auction_id = l.auction_id and o.marketplace = l.marketplace
     where n.id = ${delivery.notificationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The notification of the alert is gone')
  const { hasDeadline } = AlertContent.parse(delivery.content)
  return alertOf(row, { site: marketplace.siteName, until: delivery.giveUpAt, hasDeadline })
}

const testAlert = ({ id, giveUpAt }: Delivery): Alert => ({
  title: messages.alerts.testTitle,
  text: messages.alerts.testText,
  path: '/settings?tab=notifications',
  imageUrl: null,
  tag: id.replaceAll('-', ''),
  about: [],
  isUrgent: false,
  until: giveUpAt,
  actions: [{ label: 'See your alerts', path: '/settings?tab=notifications' }],
})

type Circumstances = { site: string; until: number; hasDeadline: boolean }

function alertOf(row: Row, { site, until, hasDeadline }: Circumstances): Alert {
  const { id, kind, values, title: name, zone } = row
  const time = (at: number) => instant(at, zone)
  const said = messages.notification.describe(kind, values, { site, time })
  const isUrgent = messages.notification.classOf(kind) === 'urgent'
  const path = pathOf(row, said.path)
  return {
    title: name === null ? said.title : `${cut(name)}: ${said.title}`,
    text: [
      said.text,
      ...(isUrgent && hasDeadline ? [deadlineText(row, time(until))] : []),
      ...(kind === 'bid_won' && row.pay_by !== null ? [`Pay by ${day(row.pay_by)}.`] : []),
    ]
      .join(' ')
      .trim(),
    path,
    imageUrl: row.image_url,
    tag: row.tracked_auction_id === null ? `n${id}` : `a${row.tracked_auction_id}`,
    about: [{ kind, auction_id: row.auction_id, bid_id: row.bid_id }],
    isUrgent,
    until,
    actions: [{ label: messages.notification.buttonOf(kind), path }],
  }
}

/** Of several restored bids, each has its own moment, and the last one ends the alert. */
const deadlineText = ({ kind, values }: Row, until: string): string =>
  kind === 'bids_restored' && values['bids'] !== 1
    ? `Each has until its own moment, the last until ${until}.`
    : `You have until ${until}.`

/** The page of the kind, else the receipt of the bid, else the auction, for a price over the maximum with the form for its bid. */
function pathOf({ kind, bid_id, tracked_auction_id }: Row, path: string | null): string {
  if (path !== null) return path
  if (bid_id !== null && messages.notification.classOf(kind) === 'result') return `/bid-history/${bid_id}`
  if (tracked_auction_id === null) return '/notifications'
  return `/dashboard?item=${tracked_auction_id}${kind === 'bid_over_maximum' ? '&edit=' : ''}`
}

const cut = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name)

/** Such as 'Tuesday 18:42', in the user's zone, or else in the site's with its name. */
function instant(at: number, zone: string | null): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone ?? SITE_ZONE,
    ...(zone === null && { timeZoneName: 'short' }),
  })
  return format.format(at).replace(/,? at |, /, ' ')
}

/** Such as 'Tuesday, December 1'. */
const day = (date: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds,
  )

/** What a channel tells of a notification. */
export type Alert = {
  /** A few words, such as 'Seiko 6139: your bid will fail'. Titles of auctions are untrusted text. */
  title: string
  /** One to three sentences: why, what to do, by when. Empty where the title says everything. */
  text: string
  /** The page that it leads to, below PUBLIC_URL. */
  path: string
  imageUrl: string | null
  /** A later alert with the same tag takes the place of an earlier one. At most 32 letters, digits, `-` and `_`. */
  tag: string
  /** What happened, for programs. */
  about: WebhookAlert['data']['about']
  isUrgent: boolean
  /** From when on it is of no use; epoch ms. */
  until: number
  /** What can be done about it, the most likely first; `path` is below PUBLIC_URL. */
  actions: readonly { label: string; path: string }[]
}
