import * as z from 'zod/mini'
import { ALERTS } from '../../limits.ts'

export const emailFollowsAccount = 'Alerts by mail go to the address of your account. Change it in the settings.'
export const tooManyDestinations = `Alerts go to at most ${ALERTS.maxDestinations} places. Remove one first.`
export const labelRequired = 'Give it a name, such as "My phone"'

export const urlInvalid = 'Enter the whole address, such as https://hooks.example.com/bidwell'
export const urlNotEncrypted = 'The address must begin with https://, so that nobody on the way reads your alerts'
export const urlHasLogin = 'The address must not contain a user name or a password'
export const urlPrivate = 'Bidwell calls no addresses of private networks, unless the operator lists them'
export const urlNot = (service: string, example: string) =>
  `That is not an address of ${service}, which look like ${example}`
export const tokenInvalid = 'That is not a token of ntfy'
export const tokenNotUsed = 'This kind of webhook has no token'
/** The answer came when its page or dialog was gone. */
export const secretNotSeen = (label: string) =>
  `The secret of “${label}” was made after you had left, and it is not shown again. Add the webhook again to get another one.`

export const noSms = 'This installation sends no text messages.'
export const smsNotInPlan = 'Your plan has no text messages. Please upgrade to get them.'
export const phoneVerified = 'This number is verified already.'
export const phoneStopped = 'This number has answered STOP. Text START to our number first, from your phone.'
export const tooManyTexts = 'Too many text messages were sent today. Please try again tomorrow.'
export const smsBudgetSpent =
  'This installation has sent as many text messages as it may in a day. Please try again later.'
export const codeWrong = 'That code is not right'
export const codeOver = 'That code is no longer valid. Ask for another one.'

/** Why alerts no longer go to a place. */
const StopReason = z.enum(['refused', 'gone', 'stop', 'failing', 'unreadable'])
type StopReason = z.infer<typeof StopReason>

const BECAUSE: Readonly<Record<StopReason, string>> = {
  refused: 'takes no messages',
  gone: 'says that it is gone for good',
  stop: 'has answered STOP',
  failing: 'has taken no alert for a day',
  unreadable: 'cannot be read any more by Bidwell',
}
/** Why alerts no longer go to a place, said of the place; null for a reason of its channel alone. */
export function whyStopped(reason: string | null): string | null {
  const { data: known } = StopReason.safeParse(reason)
  return known === undefined ? null : BECAUSE[known]
}
/** How a notification of a place that was switched off looks, and where it leads. */
export const SHOWN = { tone: 'danger', path: '/settings?tab=notifications' } as const
/** What it keeps of the place. */
export const Stopped = { label: z.string(), because: StopReason }
export const stopped = ({ label, because }: { label: string; because: StopReason }) =>
  `“${label}” ${BECAUSE[because]}. Alerts no longer go there. Once it works, add it again in the settings.`
