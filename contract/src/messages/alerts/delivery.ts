import type { ChannelName, WireDelivery } from '../../alerts/alerts.ts'
import { describe } from '../../alerts/kinds/kinds.ts'

/** What the colour and the icon of a line repeat. */
export type DeliveryTone = 'success' | 'info' | 'warning' | 'danger' | 'neutral'

/** `time` formats an instant in epoch ms, to the second. */
type Context = { site: string; time: (at: number) => string }

/** What tells no notification. */
const OTHERS: Readonly<Record<string, string>> = {
  alert_test: 'Test alert',
  sms_code: 'Code for your phone number',
  'verify-email': 'Link to verify your address',
  'reset-password': 'Link to reset your password',
  'confirm-new-email': 'Link to confirm your new address',
  'email-moved': 'Email address changed',
  'email-returned': 'Email address changed back',
}

/** What a delivery tells, in a few words: the auction, where there is one, and what became of it. */
export function subject({ kind, values, title }: WireDelivery, context: Context): string {
  const what = OTHERS[kind] ?? describe(kind, values, context).title
  return title === null ? what : `${title}: ${what}`
}

const BY: Readonly<Record<ChannelName, string>> = {
  email: 'by email',
  push: 'as a push',
  sms: 'by text message',
  webhook: 'by webhook',
}
/** Who is at the other end. */
const OTHER_SIDE: Readonly<Record<ChannelName, string>> = {
  email: 'the mail server',
  push: 'the push service',
  sms: 'the text message service',
  webhook: 'the webhook',
}

/** `by email to ann@example.com`. */
const whereTo = ({ channel, place }: WireDelivery) => `${BY[channel]}${place === null ? '' : ` to ${place}`}`

/** Where a delivery is, in a sentence, and whether it is well. What the other side has said is quoted, as it is. */
export function state(delivery: WireDelivery, context: Context): { text: string; tone: DeliveryTone } {
  const time = (iso: string) => context.time(Date.parse(iso))
  const { channel, place, outcome, said, shown_at: shownAt, ended_at: endedAt } = delivery
  const at = endedAt === null ? '' : `, ${time(endedAt)}`
  const where = whereTo(delivery)
  const quote = said === null ? null : quoteOf(channel, said)
  if (shownAt !== null)
    return { text: `Shown${place === null ? '' : ` on ${place}`}, ${time(shownAt)}`, tone: 'success' }
  switch (outcome) {
    case null:
      return { text: waiting(delivery, quote, time), tone: quote === null || isQuiet(delivery) ? 'info' : 'warning' }
    case 'sent':
      return { text: `Sent ${where}${at}`, tone: 'success' }
    case 'refused':
      return { text: `Not sent ${where}${quote === null ? ': it was refused' : `: ${quote}`}`, tone: 'danger' }
    case 'too_late':
      return { text: `Not sent ${where} in time${quote === null ? '' : `: ${quote}`}`, tone: 'danger' }
    case 'dropped':
      return { text: `Not sent ${where}: ${whyDropped(delivery)}`, tone: 'neutral' }
  }
}

/** It waits for the end of quiet hours. */
const isQuiet = ({ said }: WireDelivery) => said !== null && plain(said) === 'quiet hours'

function waiting(delivery: WireDelivery, quote: string | null, time: (iso: string) => string) {
  const { next_try_at: next } = delivery
  const where = whereTo(delivery)
  if (quote === null || next === null) return `To be sent ${where}`
  if (isQuiet(delivery)) return `Waits to be sent ${where} until your quiet hours end, ${time(next)}`
  return `Waits to be sent ${where}: ${quote}; next try ${time(next)}`
}

/** Errors are recorded with the name of their kind before their text. */
const plain = (said: string) => said.replace(/^(\w*Error|Refused|PutOff): /, '')

/** The other side's own words begin with its code; without one, there was no conversation. */
function quoteOf(channel: ChannelName, said: string): string {
  const text = plain(said)
  const own = /\b([45]\d\d[ -]|HTTP \d{3}).*/s.exec(text)?.[0]
  return own === undefined ? `“${text}”` : `${OTHER_SIDE[channel]} said “${own}”`
}

/** Why the server has sent nothing, by its codes. */
const WHY_DROPPED: Readonly<Record<string, string>> = {
  not_true: 'it was no longer so by then',
  seen: 'you had seen it by then',
  too_late: 'it was too late to act on it',
  quiet: 'your quiet hours lasted until it was too late',
  snoozed: 'you have muted this auction',
  unwanted: 'you do not want it this way any more',
  place_stopped: 'alerts no longer went there by then',
  deleted: 'what it was about was deleted',
  restored: 'Bidwell was restored from a backup before it left',
  nowhere: 'you have no place for alerts',
}

/** Another version of the server may have codes unknown here: they are shown as they are. */
function whyDropped({ said }: WireDelivery): string {
  if (said === null) return 'it was of no use any more'
  return WHY_DROPPED[said] ?? said
}
