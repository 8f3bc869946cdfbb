import type { AlertClass, ChannelName } from '@bidwell/contract'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const MINUTE_MS = 60_000
/** An urgent alert that nobody has seen is repeated so long before it is too late. */
const REPEAT_BEFORE_MS = [60, 20, 5].map((minutes) => minutes * MINUTE_MS)
/** A text message costs money: unless its user has chosen it, one is sent only so long before it is too late. */
const TEXT_BEFORE_MS = 60 * MINUTE_MS

/** What there is to know when it is decided what of a notification leaves the browser. Instants are epoch ms. */
export type Occasion = {
  class: AlertClass
  /** It still holds: the price is still above the maximum, the login is still refused. */
  isTrue: boolean
  /** Its user has read it, or a device showed it. */
  isSeen: boolean
  /** From when on it is of no use. */
  deadline: number
  /** Until then its user can act. */
  hasDeadline: boolean
  /** The channels that the user wants for its kind. */
  wanted: readonly ChannelName[]
  /** They are the user's own choice for the kind. */
  isChosen: boolean
  /** The user's places that may be used. */
  destinations: readonly { id: number; channel: ChannelName }[]
  /** When it was sent last; null: never. */
  lastSentAt: number | null
  quietHours: QuietHours | null
  urgentWakes: boolean
  snoozedUntil: number
}

/** Why nothing leaves the browser any more. The user reads it in the log of alerts. */
export type WhyNot = 'not_true' | 'seen' | 'too_late' | 'quiet' | 'snoozed' | 'nowhere'

export type Decision =
  /** `next`: when to decide again; null for never. */
  | { do: 'send'; destinations: readonly number[]; next: number | null }
  | { do: 'hold'; until: number }
  | { do: 'end'; because: WhyNot }

/** Decides what of a notification leaves the browser now. Pure. */
export function decideAlert(occasion: Occasion, now: number): Decision {
  const { destinations, deadline, hasDeadline, lastSentAt, quietHours } = occasion
  const isUrgent = occasion.class === 'urgent'
  if (!occasion.isTrue) return { do: 'end', because: 'not_true' }
  if (isUrgent && occasion.isSeen) return { do: 'end', because: 'seen' }
  if (now >= deadline) return { do: 'end', because: 'too_late' }
  if (!isUrgent && occasion.snoozedUntil > now) return { do: 'end', because: 'snoozed' }

  const mayWake = isUrgent && occasion.urgentWakes
  const quiet = quietHours === null || mayWake ? null : quietUntil(quietHours, now)
  if (quiet !== null) return quiet >= deadline ? { do: 'end', because: 'quiet' } : { do: 'hold', until: quiet }

  const repeats = isUrgent && hasDeadline ? REPEAT_BEFORE_MS.map((beforeMs) => deadline - beforeMs) : []
  const channels = channelsNow(occasion, now)
  const isDue = lastSentAt === null || repeats.some((instant) => lastSentAt < instant && instant <= now)
  const targets = isDue ? destinations.filter(({ channel }) => channels.includes(channel)) : []
  const next = Math.min(...repeats.filter((instant) => instant > now))
  const isLast = next === Infinity
  if (targets.length === 0 && isLast) return { do: 'end', because: 'nowhere' }
  return { do: 'send', destinations: targets.map(({ id }) => id), next: isLast ? null : next }
}

function channelsNow({ wanted, isChosen, hasDeadline, deadline }: Occasion, now: number): readonly ChannelName[] {
  const takesTexts = isChosen || (hasDeadline && now >= deadline - TEXT_BEFORE_MS)
  return takesTexts ? wanted : wanted.filter((channel) => channel !== 'sms')
}
