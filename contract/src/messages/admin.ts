export const reasonRequired = 'Say why: the reason stands in the log'
export const reasonTooLong = 'A reason may be 500 characters at most'

/** Every action of the administrator, as the log names it. */
export const ACTIONS = {
  account_deleted: 'Asked to delete an account',
  account_kept: 'Kept an account',
} as const

export type AdminAction = keyof typeof ACTIONS
const TEXT_OF: Readonly<Record<string, string>> = ACTIONS

/** An action in a few words. An action of another version of Bidwell may not be known. */
export const actionText = (action: string): string => TEXT_OF[action] ?? action.replaceAll('_', ' ')
