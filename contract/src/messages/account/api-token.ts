import { BID_REQUEST } from '../../bids/waiting-bid.ts'
import type { TokenScope } from '../../endpoint.ts'
import { API_TOKEN } from '../../identity/api-token.ts'
import { formatCents } from '../../money.ts'

/* What a program reads. */
export const unknown = 'This API token is not known. It may have been mistyped, or its owner may have revoked it.'
export const expired = 'This API token has expired. Its owner can make another in Settings.'
export const peopleOnly = 'No API token can do this: sign in to Bidwell.'
export const scopeMissing = (scope: TokenScope): string => `This API token lacks the scope '${scope}'.`
export const scopeForSnipe =
  "A bid is pending on this auction, and removing the auction cancels the bid: this API token lacks the scope 'bid'."
/** Amounts are formatted. */
export const overBidCap = (cap: string): string => `This API token may bid at most ${cap}.`
export const overDayCap = ({ day, total, cap }: { day: string; total: string; cap: string }): string =>
  `With this, the bids of this API token for ${day} (Pacific time) could come to ${total}, over its cap of ${cap} a day.`
/** Amounts are formatted. */
export const ownerAsked = (above: string, maximum: string): string =>
  `This API token asks its owner above ${above}. The bid of up to ${maximum} waits for a tap on the dashboard of Bidwell, and is not scheduled before.`
/** A request has a maximum, and no delivered price or group. */
export const askWithMaximum = (above: string): string =>
  `This API token asks its owner above ${above}, and can ask for a maximum alone: give maxBid in place of allIn, and no groupId.`
export const ownerRefused = 'The owner of this API token has refused a bid on this auction. It asks for no other on it.'
export const askedTooOften = `This API token has asked ${BID_REQUEST.maxPerAuction} times for a bid on this auction. Its owner can still answer the last one.`
export const tooManyRequests = `${BID_REQUEST.maxOpen} bids wait for their owner already. More can be asked for when some are answered.`
export const tooLateToAsk = `The auction ends within ${BID_REQUEST.endsBeforeMs / 1_000} seconds, which is too late to ask the owner of this API token.`
export const notOfToken = 'This call tells an API token about itself, and you are signed in without one.'

/* Making one. */
export const nameRequired = 'Enter a name, such as the name of your program'
export const nameTooLong = `A name has at most ${API_TOKEN.maxNameLength} characters`
export const nameTaken = 'You have a token of this name. Choose another, because the security log names it.'
export const daysInvalid = `A token lives for a whole number of days from 1 to ${API_TOKEN.maxDays}`
export const capRequired = 'A token that bids needs this cap'
export const capWithoutBid = 'Only a token that bids has caps'
export const capInvalid = 'Enter an amount in whole cents from $0.01 to $1,000,000.00'
export const bidCapOverDayCap = 'The cap for a bid can be at most the cap for a day'
export const askInvalid = 'Enter an amount in whole cents from $0.00 on'
export const askOverBidCap = 'The amount must be below the cap for a bid, or no bid would wait'
export const dayCapOverLimit = (limit: string): string =>
  `You may spend at most ${limit}, by the limits in Bidding. The cap of a token can be at most that.`
export const tooMany = `You have ${API_TOKEN.maxTokens} tokens. Revoke one that no program uses.`
export const notFound = 'You have no such token. It may have been revoked already.'
export const revoked = 'The token is revoked'

/* The settings. */
export const section = 'API tokens'
export const sectionText =
  'A token lets a program of yours read what you track, and track or bid for you. It never opens your site login, your account or your limits.'
export const rules =
  'Another password or email address ends all tokens, and so does asking for the deletion of your account, or restoring a backup. While your account is suspended, they are refused. Signing out and wrong passwords change nothing about them.'
export const none = 'You have no tokens.'
export const make = 'Make a token'
export const nameLabel = 'Name'
export const nameHint = 'The security log shows what the token did under this name.'
export const scopeLabel = 'The program may'
export const scopes: Readonly<Record<TokenScope, { label: string; hint: string }>> = {
  read: { label: 'Read', hint: 'Your auctions, bids, history and receipts.' },
  track: { label: 'Read and track', hint: 'Also track and remove auctions, and look items up.' },
  bid: { label: 'Read, track and bid', hint: 'Also schedule, change and cancel bids, within the caps below.' },
}
export const bidCapLabel = 'At most for one bid'
export const dayCapLabel = 'At most for one day'
export const dayCapHint = 'For auctions that close on the same day, Pacific time. Your own limits hold as well.'
export const askAboveLabel = 'Ask me above'
export const askAboveHint =
  'Optional. A higher bid waits on your dashboard until you tap it, and you get an alert. With $0, each bid waits.'
export const daysLabel = 'Days until it expires'
export const shownOnce = 'Your new token'
export const shownOnceText =
  'Give it to your program, and to nobody else: whoever has it can do what the program can. It is not shown again.'
export const caps = (bid: string, day: string): string => `At most ${bid} for a bid and ${day} a day.`
export const asksAbove = (cents: number): string =>
  cents === 0 ? 'Asks you for each bid.' : `Asks you above ${formatCents(cents)}.`
export const expires = (day: string): string => `Expires ${day}.`
export const hasExpired = 'Expired'
export const used = (moment: string): string => `Last used ${moment}.`
export const unused = 'Not used yet.'
export const revoke = 'Revoke'
export const keep = 'Keep it'
export const revokeQuestion = (name: string): string => `Revoke ${name}?`
export const revokeText = 'The program that has it is refused at once. Bids that it has scheduled stay as they are.'
