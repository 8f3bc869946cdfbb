import { byPreference, doOverlap, GROUP, type GroupHold } from '@bidwell/contract'
import { type Exposing, isExposed } from '../../../bidding/groups/is-exposed.ts'
import type { Claim } from '../ports.ts'

/** An engine asks whether a group lets a bid out. Instants are epoch ms on the site's clock, here and below. */
export type Ask = Claim & { at: number; /** The end of the auction as the engine knows it. */ endsAt: number }

/** `void`: the claim is not what it was, or the owner has requested a change. */
export type GrantAnswer = 'granted' | GroupHold | 'void'

export type GroupTerms = { mostWins: number; extraWins: number; budgetCents: number | null }

/** A bid of a group, as the database has it. */
export type Member = Exposing & {
  bidId: number
  auctionId: string
  /** The owner's place for it; null: by the close. */
  rank: number | null
  maxCents: number
  /** What a won bid costs. */
  finalPriceCents: number | null
  endsAt: number
  leadMs: number
  /** The auction has closed. */
  isClosed: boolean
  /** The least amount that the site accepts. */
  nextBidCents: number
}

export type Decision =
  | { answer: 'granted' }
  | { answer: GroupHold; /** The bid that is waited for. */ heldFor: number | null }

/** No grant is given earlier while a bid whose moment comes before this one's result still waits for its own. */
export const ALONE_UNTIL_MS = 15_000
/** So long after its moment, or half of the other's lead, a bid without a grant counts as one that no engine sends. */
const WAITED_FOR_MS = 2_000

/**
 * Whether a group lets out the bid that asks: while those that may win without a proof of the contrary are fewer than its
 * wins, and cost no more than its budget. A grant counts from the moment it is given, whatever becomes of it. Pure.
 */
export function decideGrant(terms: GroupTerms, members: readonly Member[], ask: Ask): Decision {
  const me = members.find(({ bidId }) => bidId === ask.bidId)
  if (!me || me.isReleased) return { answer: 'unknown', heldFor: null }
  if (me.isGranted) return { answer: 'granted' }
  const exposed = members.filter(isExposed)
  const won = exposed.filter(({ status }) => status === 'won')
  const open = exposed.find(({ status }) => status !== 'won')?.bidId ?? null
  if (won.length >= terms.mostWins) return { answer: 'won', heldFor: won[0]?.bidId ?? null }
  const left = (terms.budgetCents ?? Infinity) - exposed.reduce((sum, member) => sum + costOf(member), 0)
  if (me.maxCents > left) return { answer: 'budget', heldFor: open }
  const free = terms.mostWins + terms.extraWins - exposed.length
  if (free <= 0) return { answer: 'unknown', heldFor: open }

  const asking = { ...me, endsAt: ask.endsAt }
  const rivals = members
    .filter((other) => other.bidId !== me.bidId && mayStillAsk(other, asking, ask.at) && other.maxCents <= left)
    .filter((other) => goesFirst(other, asking, ask.at))
  const needed = rivals.reduce((sum, { maxCents }) => sum + maxCents, me.maxCents)
  if (rivals.length >= free || needed > left) return { answer: 'order', heldFor: rivals[0]?.bidId ?? null }
  return { answer: 'granted' }
}

const costOf = ({ status, finalPriceCents, maxCents }: Member) =>
  status === 'won' ? (finalPriceCents ?? maxCents) : maxCents

const firesAt = ({ endsAt, leadMs }: Member) => endsAt - leadMs

/** Whether an engine may still ask for another bid: a bid whose moment has passed is not waited for, in case its engine died. */
function mayStillAsk(other: Member, asking: Member, at: number): boolean {
  const isWaiting = other.status === 'pending' && !other.isGranted && !other.isRestored && !other.isClosed
  const isAble = other.maxCents >= other.nextBidCents
  return isWaiting && isAble && at < firesAt(other) + Math.min(WAITED_FOR_MS, asking.leadMs / 2)
}

/** Long before its moment, a bid lets all others go first whose moment comes before its own result. */
function goesFirst(other: Member, asking: Member, at: number): boolean {
  if (at < firesAt(asking) - ALONE_UNTIL_MS) return firesAt(other) < asking.endsAt + GROUP.resultAfterMs
  return doOverlap(other, asking) && byPreference(other, asking) < 0
}
