/* What is told and refused about groups of bids. Amounts are formatted. */

export const notFound = 'Group not found'
export const tooMany = (most: number) => `You can have at most ${most} groups. Delete one first.`
export const full = (most: number) => `A group has at most ${most} bids.`
/** `wins`: with the extra wins. */
export const confirmWins = (wins: number, amount: string) =>
  `You may have to pay for ${wins} auctions, up to ${amount}. Confirm that you want this.`
export const notAMember = 'This bid is not in the group.'
export const notPending = 'Only a bid that waits to be sent can join a group.'
export const restoredBid = 'This bid was restored from a backup. Keep it first, then let it join.'
export const onlyAfterClose = 'The auction has not closed yet, so nobody can know that the bid has not won.'
export const resultKnown = 'How this bid ended is known.'
export const withoutGroup = 'This bid is in no group.'
export const stillOut = 'This bid is locked in or at the site. The group stays until its result is known.'

/* The log of a bid. */
export const joined = (name: string, most: number) => `Joined the group “${name}”, which wins at most ${most}.`
export const left = (name: string) => `Left the group “${name}”: it is a single bid now, and can win beside the group.`
export const granted = 'The group lets this bid out.'
/** `about`: the title of another auction of the group; null when it is not known. */
export const held = {
  won: (about: string | null) => (about === null ? 'Held: the group has won.' : `Held: you won ${about}.`),
  unknown: (about: string | null) =>
    about === null ? 'Held: waiting for the result of another bid.' : `Held: waiting for the result of ${about}.`,
  budget: (_about: string | null) => 'Held: it does not fit into what is left of the budget.',
  order: (_about: string | null) => 'Held: bids that come first in the group are waiting too.',
} as const
export const released = {
  price_above_max: (price: string | null) =>
    `Lost for certain: the price${price === null ? '' : `, ${price},`} is above your maximum. The group can go on.`,
  other_bidder_won: (_price: string | null) => 'Lost for certain: another bidder has won. The group can go on.',
  no_bid_at_site: (_price: string | null) => 'The site shows no bid of yours. The group can go on.',
  never_sent: (_price: string | null) => 'It was not placed. The group can go on.',
  user_said: (_price: string | null) => 'You said that it has not won. The group can go on.',
} as const
