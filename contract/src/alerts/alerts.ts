import * as z from 'zod/mini'

/** The ways out of the browser. */
export const CHANNELS = ['push', 'sms', 'email', 'webhook'] as const

export const ChannelName = z.enum(CHANNELS)
export type ChannelName = z.infer<typeof ChannelName>

/**
 * How much a notification matters outside the browser. `urgent`: the user has to act, until it is too late. `account`: a mail
 * of its own tells it, which cannot be switched off.
 */
export type AlertClass = 'urgent' | 'result' | 'account' | 'info'

/**
 * The channels for a class, unless the user has chosen others for the kind. A text message that was not chosen is sent only within
 * the last hour in which the user can act.
 */
export const DEFAULT_CHANNELS: Readonly<Record<AlertClass, readonly ChannelName[]>> = {
  urgent: ['push', 'sms', 'email', 'webhook'],
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

/** What went out, or did not, to one place. */
export const WireDelivery = z.object({
  id: z.uuid(),
  channel: ChannelName,
  /** What its user calls the place; null for one that was removed. */
  place: z.nullable(z.string()),
  /** A kind of notification, or of a mail about the account. */
  kind: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The title of the auction that it is about. */
  title: z.nullable(z.string()),
  queued_at: z.iso.datetime(),
  /** Null while it waits. */
  ended_at: z.nullable(z.iso.datetime()),
  outcome: z.nullable(z.enum(['sent', 'refused', 'too_late', 'dropped'])),
  attempts: z.int(),
  next_try_at: z.nullable(z.iso.datetime()),
  /** What the other side said last, or the code of why it was not sent. Untrusted text. */
  said: z.nullable(z.string()),
  /** When a device reported that it showed it. */
  shown_at: z.nullable(z.iso.datetime()),
})
export type WireDelivery = z.infer<typeof WireDelivery>

/** What following a link of an alert would do. It changes nothing. */
export const AlertLink = z.object({
  action: z.enum(['stop_kind', 'mute', 'cancel']),
  /** The kind of notification whose mails end. */
  kind: z.nullable(z.string()),
  /** The title of the auction. */
  title: z.nullable(z.string()),
  /** The maximum of the bid, in dollars. */
  max_bid: z.nullable(z.number()),
  used: z.boolean(),
})
export type AlertLink = z.infer<typeof AlertLink>
