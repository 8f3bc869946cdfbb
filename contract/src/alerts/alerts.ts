import * as z from 'zod/mini'
import { type Endpoint, IdParams } from '../endpoint.ts'
import { PAGE } from '../limits.ts'

/** The ways out of the browser, in the order in which an unseen urgent alert tries them. */
export const CHANNELS = ['push', 'sms', 'email', 'webhook'] as const
export const ChannelName = z.enum(CHANNELS)
export type ChannelName = z.infer<typeof ChannelName>

/**
 * How much a notification matters outside the browser. `urgent`: the user has to act, until it is too late. `account`: a mail
 * of its own tells it, which cannot be switched off.
 */
export type AlertClass = 'urgent' | 'result' | 'account' | 'info'

/**
 * The channels for a class, unless the user has chosen others for the kind. An urgent alert that nobody has seen after a minute
 * goes to the user's other verified places too.
 */
export const DEFAULT_CHANNELS: Readonly<Record<AlertClass, readonly ChannelName[]>> = {
  urgent: ['push', 'email', 'webhook'],
  result: ['push', 'email', 'webhook'],
  account: [],
  info: ['push', 'webhook'],
}

const WallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:30'))
const ENDING_SOON = 'Enter from 1 to 1440 minutes'
const KindName = z.string().check(z.regex(/^[a-z_]{1,40}$/, 'must be kinds of notifications'))

/** What a user has changed of the defaults of alerts. */
export const AlertPreferences = z.strictObject({
  /** For a kind of notification, the channels of the user's choice; other kinds have those of their class. */
  choices: z.record(KindName, z.array(ChannelName).check(z.maxLength(CHANNELS.length))),
  /** Wall times in `zone`, between which only urgent alerts go out; null: never quiet. */
  quiet: z.nullable(z.strictObject({ from: WallTime, to: WallTime })),
  /** An IANA zone, in which alerts also tell times; null: the site's. */
  zone: z.nullable(z.string().check(z.maxLength(60))),
  /** Urgent alerts go out during quiet hours too. */
  urgent_wakes: z.boolean(),
  /** How long before a tracked auction ends its user is told; null: not at all. */
  ending_soon_minutes: z.nullable(z.int(ENDING_SOON).check(z.minimum(1, ENDING_SOON), z.maximum(1_440, ENDING_SOON))),
})
export type AlertPreferences = z.infer<typeof AlertPreferences>

export const readAlertPreferences = {
  method: 'GET',
  path: '/alerts/preferences',
  access: 'signed-in',
  summary: 'Which alerts go out over which channels, and when not',
  data: AlertPreferences,
} as const satisfies Endpoint

export const changeAlertPreferences = {
  method: 'PUT',
  path: '/alerts/preferences',
  access: 'signed-in',
  summary: 'Choose the channels for kinds of alerts, quiet hours and the time zone',
  body: AlertPreferences,
  data: AlertPreferences,
} as const satisfies Endpoint

/** What went out, or did not, to one place. */
const WireDelivery = z.object({
  id: z.uuid(),
  channel: ChannelName,
  /** What its user calls the place; null for one that was removed. */
  place: z.nullable(z.string()),
  /** A kind of notification, or of a mail about the account. */
  kind: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The title of the auction that it is about. */
  title: z.nullable(z.string()),
  /** Of a digest: how many other notifications it tells. */
  more: z.int(),
  queued_at: z.iso.datetime(),
  /** Null while it waits. */
  ended_at: z.nullable(z.iso.datetime()),
  outcome: z.nullable(z.enum(['sent', 'unconfirmed', 'refused', 'too_late', 'dropped'])),
  attempts: z.int(),
  next_try_at: z.nullable(z.iso.datetime()),
  /** What the other side said last, or the code of why it was not sent. Untrusted text. */
  said: z.nullable(z.string()),
  /** When a device reported that it showed it. */
  shown_at: z.nullable(z.iso.datetime()),
  may_be_twice: z.boolean(),
})
export type WireDelivery = z.infer<typeof WireDelivery>

export const listDeliveries = {
  method: 'GET',
  path: '/alerts/log',
  access: 'signed-in',
  summary: "What went out to the user's places in the last 90 days, and what did not and why, latest first",
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE.maxLimit))),
  }),
  data: z.object({ deliveries: z.array(WireDelivery), next_cursor: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const testDestination = {
  method: 'POST',
  path: '/alerts/destinations/:id/test',
  access: 'signed-in',
  spends: 'log',
  summary: 'Send a test alert to one place, the whole way; the log of alerts says where it ended',
  params: IdParams,
  data: z.object({ delivery_id: z.uuid() }),
} as const satisfies Endpoint

const LinkToken = z.string().check(z.maxLength(200))

/** What following a link of an alert would do. It changes nothing. */
const AlertLink = z.object({
  action: z.enum(['stop_kind', 'mute', 'cancel']),
  /** The kinds of notification whose mails end. */
  kinds: z.array(z.string()),
  /** The title of the auction. */
  title: z.nullable(z.string()),
  /** The maximum of the bid, in dollars. */
  max_bid: z.nullable(z.number()),
  used: z.boolean(),
})
export type AlertLink = z.infer<typeof AlertLink>

export const readAlertLink = {
  method: 'GET',
  path: '/alerts/link',
  access: 'anyone',
  summary: 'What the link of an alert would do',
  query: z.strictObject({ token: LinkToken }),
  data: AlertLink,
} as const satisfies Endpoint

export const followAlertLink = {
  method: 'POST',
  path: '/alerts/link',
  access: 'anyone',
  summary: 'Do what the link of an alert says: end mails of a kind, mute an auction, or cancel a bid',
  body: z.strictObject({ token: LinkToken }),
  data: AlertLink,
} as const satisfies Endpoint
