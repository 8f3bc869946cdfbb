import type { BidOutcome } from '../../bids/bid.ts'

/* What is told and refused about groups of bids. Amounts are formatted. */

export const notFound = 'Group not found'
export const tooMany = (most: number) => `You can have at most ${most} groups. Delete one first.`
export const full = (most: number) => `A group has at most ${most} bids.`
/** `wins`: with the extra wins. */
export const confirmWins = (wins: number, amount: string) =>
  `You may have to pay for ${wins} auctions, up to ${amount}. Confirm that you want this.`
export const notAMember = 'This bid is not in the group.'
export const notPending = 'Only a bid that waits to be sent can join a group.'
export const movingElsewhere =
  'This bid is about to join another group. Once it has, take it out of that one, or cancel it.'
export const onlyAfterClose = 'The auction has not closed yet, so nobody can know that the bid has not won.'
export const resultKnown = 'How this bid ended is known.'
export const withoutGroup = 'This bid is in no group.'
export const stillOut = 'This bid is locked in or at the site. The group stays until its result is known.'
export const stillJoining = 'This bid is about to join the group. Delete the group after that.'

/* The log of a bid. */
export const joined = (name: string, most: number) => `Joined the group “${name}”, made to win ${most}.`
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

/* The screens. */

/** What a group means for one of its bids, in one word. */
export const word = {
  waiting: 'waiting',
  held: 'held',
  out: 'out',
  unknown: 'unknown',
  won: 'won',
  lost: 'lost',
  skipped: 'not sent',
  ended: 'ended',
} as const

type Shown = { state: keyof typeof word; held_because: keyof typeof held | null; about: { title: string } | null }

/** What the group does with the bid and why, in one sentence. `outcome`: the bid's, null while it can go out. */
export function sentence({ state, held_because, about }: Shown, outcome: BidOutcome | null): string {
  const title = about?.title ?? null
  switch (state) {
    case 'waiting':
      return 'It goes out in its turn.'
    case 'held':
      return heldNow[held_because ?? 'unknown'](title)
    case 'skipped':
      return notSent[outcome === 'group_won' || outcome === 'group_budget' ? outcome : 'group_unknown'](title)
    case 'out':
      return 'It uses one of the wins until a loss is proved.'
    case 'unknown':
      return 'Its result is not known yet, so it still uses one of the wins.'
    case 'won':
      return 'It is one of the wins.'
    case 'lost':
      return 'It cannot win any more. The group goes on.'
    case 'ended':
      return 'Nothing of it is at the site.'
  }
}

const heldNow = {
  won: (about: string | null) => `Held: ${about === null ? 'its group has won' : `you won ${about}`}.`,
  unknown: (about: string | null) => `Waiting for the result of ${about ?? 'another bid of the group'}.`,
  budget: (_about: string | null) => "Held: it does not fit into what is left of the group's budget.",
  order: (_about: string | null) => 'Waiting for the bids that come first in its group.',
} as const

const notSent = {
  group_won: (about: string | null) =>
    `Not sent: ${about === null ? 'its group has won what it may' : `you won ${about}, and its group buys no more`}.`,
  group_unknown: (about: string | null) =>
    `Not sent: the result of ${about ?? 'another bid of the group'} was not known when this closed.`,
  group_budget: (_about: string | null) => "Not sent: it did not fit into what was left of the group's budget.",
} as const

/** In the form of a bid that its group has not let out. */
export const momentPassed =
  'Its moment has passed. It goes out as soon as its group lets it, and until then you can change or cancel it.'
/** Follows `We bid up to $24.00 with 5 seconds left`. */
export const ifNotWon = ', unless its group has won by then'
export const group = 'Group'
export const promise =
  'A group never has more bids out than it may win. We bid on the next auction only when we know that one before it is lost.'
export const groups = 'Groups'
export const make = 'Make a group'
export const makeThis = (bids: number) => `Make the group of ${bids}`
export const made = (name: string, bids: number) => `“${name}” has ${count(bids)}.`
export const addTo = (bids: number) => `Add ${count(bids)}`
export const newGroup = 'A new group'
export const whichGroup = 'Add them to'
const count = (bids: number) => (bids === 1 ? '1 bid' : `${bids} bids`)
export const leftOut = (auctions: number) =>
  auctions === 1
    ? '1 of those selected can take no new bid now.'
    : `${auctions} of those selected can take no new bid now.`

/* Its fields. */
export const name = 'Name'
export const mostWins = 'Win at most'
export const ofThese = (bids: number) => `of ${bids}`
export const budget = 'Budget'
export const budgetHint = 'For all wins together. Leave empty for none.'
export const moreWins = 'Name and extra wins'
export const extraWins = 'Extra wins'
export const extraWinsHint =
  'So many bids more go out before the results of the others are known. You may win them too.'
export const acceptWins = (wins: number, amount: string | null) =>
  `You may have to pay for ${wins} auctions${amount === null ? '' : `, up to ${amount}`}`
export const nameMissing = 'Give the group a name'
export const nameTooLong = (most: number) => `At most ${most} characters`
export const winsFault = (most: number) => `A whole number from 1 to ${most}`
export const extraWinsFault = (most: number) => `A whole number from 0 to ${most}`
export const tickFirst = 'Tick that you may have to pay for more'
export const needsTwo = 'A group needs two auctions'
export const maximaMissing = 'Enter a max for each auction'

/** `Win at most 1 of these 4. Most this can cost: $42.00.`, and what comes on top. */
export const outcome = (wins: number, bids: number, amount: string) =>
  `Win at most ${wins} of these ${bids}. Most this can cost: ${amount}. Shipping, handling and tax come on top.`

/* Its auctions. */
export const auctions = 'Its auctions, in the order of the bids'
export const finished = 'Those that are finished'
export const closes = (time: string) => `Closes ${time}`
export const inOrder = 'in order'
export const above = 'the auction above'
/** `Closes 6 s after the auction above.` */
export const closesAfter = (seconds: number, which: string) => {
  if (seconds === 0) return `Closes with ${which}.`
  return seconds > 0 ? `Closes ${lasting(seconds)} after ${which}.` : `Closes ${lasting(-seconds)} before ${which}.`
}
const lasting = (seconds: number) => {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}
export const overlap = 'If its result is not known by then, we do not bid on this one.'
export const mayFireLate = 'We wait for its result, so this bid may go out later than planned.'
export const bidFirst = 'Bid on this one first'
export const nowFirst = (title: string) => `${title} comes first now.`
export const max = 'Your max'
export const maxOf = (title: string) => `Your max for ${title}`
export const onlyOne = 'Win only one of these'
/** The name of the group where no title gives one. */
export const oneOf = 'One of several'
export const movesFrom = (group: string) => `It leaves “${group}”.`

/* A group that stands. */
export const standing = (group: { wins: number; mostWins: number; spent: string }) =>
  group.wins === 0
    ? `Wins at most ${group.mostWins}. Nothing won yet.`
    : `Won ${group.wins} of at most ${group.mostWins}, for ${group.spent}.`
export const joinsAgain = 'A new bid on this auction joins the group again.'
export const open = 'Change the group'
export const save = 'Save changes'
export const saved = 'Group saved'
export const nothingToChange = 'Nothing to change yet'
export const leave = 'Take out'
export const leaving = (title: string) => `${title} leaves the group.`
export const leaveAndCancel = 'Cancel its bid'
export const leaveAndKeep = 'Keep it as a single bid'
export const leftGroup = { cancel: 'Bid cancelled', keep: 'It is a single bid now' } as const
export const remove = 'Delete the group'
export const cancelAll = (bids: number) => `Cancel ${count(bids)}`
export const keepAll = (bids: number, amount: string) =>
  bids === 1
    ? `Keep 1 single bid: it could win for ${amount}`
    : `Keep ${bids} single bids: you could win all, ${amount}`
export const removed = 'Group deleted'
export const keepIt = 'Leave it as it is'
export const close = 'Close'
export const gone = 'This group is gone.'
/** The owner's word about another auction of the group. */
export const saidNotWon = 'I checked: I did not win it'
export const believed = 'The group goes on.'
export const refusedTitle = (joined: number, isMade: boolean) =>
  joined > 0
    ? `${count(joined)} joined the group. Not in it:`
    : isMade
      ? 'No bid is known to have joined the group:'
      : 'No group was made:'
/** Of a group whose sheet was closed while it was made, where no bid was refused. */
export const closedText = (joined: number, isMade: boolean) =>
  joined > 0 ? `${count(joined)} joined the group.` : isMade ? 'No bid joined the group.' : 'No group was made.'
export const makingFailed = (name: string, reason: string) => `Making the group “${name}” failed: ${reason}`
/** A line of what the bids can cost. */
export const inExposure = (group: { wins: number; bids: number; amount: string }) =>
  `wins at most ${group.wins} of ${count(group.bids)}, up to ${group.amount}`
