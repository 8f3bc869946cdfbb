import type { AlertLink } from '../../alerts/alerts.ts'
import { classOf, nameOf } from '../../alerts/kinds/kinds.ts'
import { formatCents } from '../../money.ts'

export const preferencesSaved = 'Your alerts are set'
export const zoneUnknown = 'Enter a time zone such as America/New_York'
export const quietNeedsZone = 'Quiet hours need a time zone, such as America/New_York'
export const quietEmpty = 'Quiet hours must end at another time than they begin'
export const wallTimeNeeded = 'Enter a time of day'
export const unknownKind = (kind: string) => `choices.${kind} is no kind of notification that can be chosen`
export const linkInvalid = 'This link has expired, or what it was about has changed.'
export const auctionNotTracked = 'You do not track this auction'
export const destinationNotFound = 'There is no such place for alerts'
export const destinationUnverified = 'This place is not verified yet'
export const testTitle = 'This is a test'
export const testText = 'Alerts of Bidwell reach you here.'

type Link = Pick<AlertLink, 'action' | 'kind' | 'title' | 'max_bid'>

const quoted = (title: string | null, otherwise: string) => (title === null ? otherwise : `“${title}”`)
const kindOf = ({ kind }: Link) => `“${nameOf(kind ?? '')}”`
const auctionOf = ({ title }: Link) => quoted(title, 'this auction')
const bidOf = (link: Link) =>
  link.max_bid === null
    ? `bid on ${auctionOf(link)}`
    : `bid of ${formatCents(link.max_bid * 100)} on ${auctionOf(link)}`
const isUrgent = ({ kind }: Link) => classOf(kind ?? '') === 'urgent'

/** What a link of an alert would do: a question, what else there is to know, and what the button says. */
export function linkQuestion(link: Link): { question: string; text: string; button: string } {
  switch (link.action) {
    case 'cancel':
      return {
        question: `Cancel your ${bidOf(link)}?`,
        text: 'Nothing is bid then. You can schedule another bid before the close.',
        button: 'Cancel the bid',
      }
    case 'mute':
      return {
        question: `Mute ${auctionOf(link)} until it ends?`,
        text: 'Urgent alerts still come: those about a bid that will fail unless you act.',
        button: 'Mute it',
      }
    case 'stop_kind':
      return {
        question: `Stop mails about ${kindOf(link)}?`,
        text: isUrgent(link)
          ? STOP_URGENT
          : 'Other alerts still come. You can turn these mails on again in the settings.',
        button: 'Stop these mails',
      }
  }
}

const STOP_URGENT =
  'These alerts are urgent: a bid fails unless you act. Stop the mails only if they reach you elsewhere.'

/** What following a link of an alert has done. */
export function linkDone(link: Link): string {
  switch (link.action) {
    case 'cancel':
      return `Your ${bidOf(link)} is cancelled`
    case 'mute':
      return `${capital(auctionOf(link))} is muted until it ends`
    case 'stop_kind':
      return `Mails about ${kindOf(link)} are turned off`
  }
}

/** What holds from then on. */
export function linkDoneNote(link: Link): string {
  switch (link.action) {
    case 'cancel':
      return 'Nothing is bid. You can schedule another bid before the close.'
    case 'mute':
      return 'Urgent alerts of it still come. Its menu on the dashboard ends the mute.'
    case 'stop_kind':
      return 'You can turn them on again in the settings.'
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
