import type { BidTrouble } from '../admin.ts'

export const reasonRequired = 'Say why: the reason stands in the log'
export const reasonTooLong = 'A reason may be 500 characters at most'

/** For the administrator, who would lose the page. */
export const ownAccount = 'You cannot suspend your own account.'
export const alarmGone = 'This alarm is cleared already.'
export const notSuspended = 'This account is not suspended.'
export const suspendedAlready = 'This account is suspended already. Its owner keeps the reason that was given first.'
export const suspendsAdministrator =
  'This account administers the installation. Take its address out of ADMIN_EMAILS and restart first.'

/** Every action of the administrator, as the log names it. */
export const ACTIONS = {
  account_deleted: 'Asked to delete an account',
  account_kept: 'Kept an account',
  account_suspended: 'Suspended an account',
  account_reinstated: 'Lifted a suspension',
  bidding_paused: 'Paused bidding',
  new_bids_paused: 'Held back new bids',
  bidding_resumed: 'Resumed bidding',
  alarm_cleared: 'Cleared an alarm',
} as const

export type AdminAction = keyof typeof ACTIONS
const TEXT_OF: Readonly<Record<string, string>> = ACTIONS

/** An action in a few words. An action of another version of Bidwell may not be known. */
export const actionText = (action: string): string => TEXT_OF[action] ?? action.replaceAll('_', ' ')

/** What troubles a bid, and what the operator can do. `{site}` is the auction site's name. */
export const BID_TROUBLES = {
  overdue: {
    label: 'Overdue',
    text: () =>
      'Its moment has passed, and no engine holds it. It goes out as soon as a fit engine runs, until the close.',
  },
  held: {
    label: 'Held by a silent engine',
    text: () => 'The engine that holds it gives no sign of life. Another one takes the bid over once that is sure.',
  },
  checking: {
    label: 'Not known for long',
    text: (site: string) =>
      `${site} has not shown for half an hour after the close what became of it. It is read again.`,
  },
  missed: {
    label: 'Missed by us',
    text: () => 'It was not sent in time in the last day, and its owner is not the reason. The owner was told.',
  },
} as const satisfies Record<BidTrouble, { label: string; text: (site: string) => string }>

/** Of backups. */
export const noBackup =
  'There is no backup yet. The first is made some minutes after the start, or by “npm run bidwell backup”.'
export const backupsElsewhere = 'BACKUPS=off: Bidwell makes no backups, and does not know of those that you make.'
export const backupKeysApart =
  'No key is in a backup. Without VAULT_KEYS, SESSION_KEYS and BACKUP_IDENTITY it opens to nobody: keep a copy of them (of keys.env in the data folder, if they stand there) on another machine.'

export const BACKUP_STATES = {
  being_made: 'being made',
  failed: 'failed',
  written: 'written, not verified',
  verified: 'verified',
} as const
