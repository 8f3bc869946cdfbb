import { messages } from '@bidwell/contract'

const of = (group: Parameters<typeof messages.notification.kindsOf>[0]) => messages.notification.kindsOf(group)

/** What the page can show. `kinds` is null for all kinds. */
export const FILTERS = [
  { id: 'all', label: 'All', kinds: null, onlyUnread: false },
  { id: 'unread', label: 'Unread', kinds: null, onlyUnread: true },
  { id: 'results', label: 'Results', kinds: of('results'), onlyUnread: false },
  { id: 'warnings', label: 'Warnings', kinds: of('warnings'), onlyUnread: false },
  { id: 'account', label: 'Account', kinds: of('account'), onlyUnread: false },
  { id: 'plan', label: 'Plan', kinds: of('plan'), onlyUnread: false },
] as const
