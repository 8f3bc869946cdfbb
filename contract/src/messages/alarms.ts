/** What each kind of alarm says, with its subject. */
const KINDS = {
  journal_unreadable: (file: string) =>
    `The journal of an engine could not be read completely and was kept as ${file}: compare its bids with the site.`,
  entry_rejected: (bid: string) =>
    `The database refused an entry about ${bid}; the entry is in the engine's log and in its folder.`,
  logins_limited: (day: string) =>
    `On ${day}, so many logins failed that browsers and networks without an earlier login were refused: the log names ` +
    'the addresses.',
  retention_failed: (table: string) =>
    `Rows of ${table} could not be deleted when their time was over; the log of the jobs says why.`,
  two_subscriptions: (account: string) =>
    `${account} pays for two subscriptions: end the later one at Stripe, and refund its payment there.`,
  subscription_unknown: (subscription: string) =>
    `Stripe and Bidwell disagree about ${subscription}: check that the keys are of the same Stripe account.`,
  customer_not_closed: (customer: string) =>
    `The account of ${customer} is deleted, and the customer could not be deleted at Stripe; the log of the jobs says why.`,
  orders_unreadable: (shape: string) =>
    `The site's list of orders has an unknown shape, so that it proves no win any more. What came: ${shape}`,
  group_won_too_many: (group: string) =>
    `A group of bids (${group}) has won more than its owner accepts: compare the receipts of its bids with the site. The owner may ` +
    'have said of a bid that it had not won, or a seller may have taken another bid back.',
} as const satisfies Record<string, (subject: string) => string>

export type AlarmKind = keyof typeof KINDS

/** The sentence of an alarm: what happened, and what the operator can do. */
export const describe = (kind: AlarmKind, subject: string): string => KINDS[kind](subject)
