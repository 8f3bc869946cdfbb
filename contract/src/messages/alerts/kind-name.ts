import type { AlertClass } from '../../alerts/alerts.ts'
import { KINDS, type NotificationKind } from './notification.ts'

/** What a user reads where the channels of a kind are chosen, and in the links that end its mails. */
const NAMES: Partial<Record<NotificationKind, string>> = {
  bid_won: 'Won',
  bid_lost: 'Lost',
  bid_outbid: 'Outbid',
  bid_not_placed: 'Not placed',
  bid_corrected: 'Result corrected',
  bid_sent: 'Bid placed',
  bid_checking: 'Checking your bid',
  bid_unresolved: 'Result not known',
  bid_over_maximum: 'Price over your max',
  auction_ending: 'Ending soon',
  price_reached: 'Noted price reached',
  bid_at_risk: 'Bid at risk',
  bid_lowered: 'Bid lowered',
  auction_closed_early: 'Ended early or withdrawn',
  bidding_paused: 'Bidding paused',
  bid_requested: 'Bids that programs ask for',
  import_ended: 'Import ended',
  bids_restored: 'Bids to confirm after a restore',
  no_engine: 'Bids cannot be sent',
  engine_returned: 'Bids can be sent again',
  bidding_resumed: 'Bidding goes on',
  payment_due: 'Payment due',
  weekly_summary: 'Your week',
  site_login_refused: 'Site login refused',
  site_login_other_host: 'Site has a new address',
  site_login_expiring: 'Site login expires soon',
  site_login_lost: 'Site login lost',
  alerts_stopped: 'Alerts switched off',
  installation_in_danger: 'Installation in danger',
  installation_troubled: 'Installation in trouble',
  installation_recovered: 'Installation recovered',
}

/** A kind in a few words, without the values of a notification. Another version of Bidwell may know it, and this one not. */
export const nameOf = (kind: string): string =>
  Object.entries(NAMES).find(([named]) => named === kind)?.[1] ?? kind.replaceAll('_', ' ')

/** The kinds of a class, each with its name. Users choose the channels of all classes but `account`. */
export const ofClass = (alertClass: AlertClass): { kind: string; name: string }[] =>
  Object.entries(KINDS).flatMap(([kind, known]) =>
    known.class === alertClass && known.isForAdministrators !== true ? [{ kind, name: nameOf(kind) }] : [],
  )
