import { type AlertClass, CHANNELS, type ChannelName } from '@bidwell/contract'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const MINUTE_MS = 60_000
/** An urgent alert that nobody has seen is repeated so long before it is too late. */
const REPEAT_BEFORE_MS = [60, 20, 5].map((minutes) => minutes * MINUTE_MS)
/** An urgent alert that nobody has seen for so long goes to the next place. */
const ESCALATE_AFTER_MS = MINUTE_MS
/** So many alerts of one kind go out one by one within a minute; what follows is told together. */
const MAX_OF_A_KIND = 3

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
  /** They are the user's own choice for the kind: nothing goes anywhere else. */
  isChosen: boolean
  /** The user's places that may be used. */
  destinations: readonly { id: number; channel: ChannelName }[]
  /** What was sent of it, the earliest first. */
  sent: readonly { channel: ChannelName; at: number }[]
  /** Alerts of the same kind to the same user within the last minute: how many, and when the first was sent. */
  recent: { count: number; firstAt: number }
  /** It waited before, for the end of quiet hours or of a burst. */
  isHeld: boolean
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
  const { destinations, wanted, deadline, quietHours, recent } = occasion
  const isUrgent = occasion.class === 'urgent'
  if (!occasion.isTrue) return { do: 'end', because: 'not_true' }
  if (isUrgent && occasion.isSeen) return { do: 'end', because: 'seen' }
  if (now >= deadline) return { do: 'end', because: 'too_late' }
  if (!isUrgent && occasion.snoozedUntil > now) return { do: 'end', because: 'snoozed' }

  const mayWake = isUrgent && occasion.urgentWakes
  const quiet = quietHours === null || mayWake ? null : quietUntil(quietHours, now)
  if (quiet !== null) return quiet >= deadline ? { do: 'end', because: 'quiet' } : { do: 'hold', until: quiet }
  if (!isUrgent && !occasion.isHeld && recent.count >= MAX_OF_A_KIND) {
    return { do: 'hold', until: Math.min(recent.firstAt + MINUTE_MS, deadline - 1) }
  }

  if (isUrgent) return decideUrgent(occasion, now)
  return send(of(destinations, wanted), null)
}

/** First the wanted channels, and all used ones at each repetition; in between the next one, while nobody has seen it. */
function decideUrgent(
  { destinations, wanted, isChosen, sent, deadline, hasDeadline }: Occasion,
  now: number,
): Decision {
  const used = [...wanted, ...sent.map(({ channel }) => channel)]
  const others = isChosen ? [] : CHANNELS.filter((name) => !used.includes(name))
  const unused = others.filter((name) => destinations.some(({ channel }) => channel === name))
  const lastAt = sent.at(-1)?.at ?? -Infinity
  const repeats = hasDeadline ? REPEAT_BEFORE_MS.map((beforeMs) => deadline - beforeMs) : []
  const isRepeat = sent.length > 0 && repeats.some((instant) => lastAt < instant && instant <= now)
  const again = sent.length === 0 || isRepeat ? of(destinations, used) : []
  const targets = again.length > 0 ? again : of(destinations, unused.slice(0, 1))
  const left = again.length > 0 ? unused : unused.slice(1)
  const next = Math.min(
    left.length > 0 ? now + ESCALATE_AFTER_MS : Infinity,
    ...repeats.filter((instant) => instant > now),
  )
  return send(targets, next < deadline ? next : null)
}

const of = (destinations: Occasion['destinations'], channels: readonly ChannelName[]) =>
  destinations.filter(({ channel }) => channels.includes(channel))

const send = (destinations: Occasion['destinations'], next: number | null): Decision =>
  destinations.length === 0
    ? { do: 'end', because: 'nowhere' }
    : { do: 'send', destinations: destinations.map(({ id }) => id), next }
