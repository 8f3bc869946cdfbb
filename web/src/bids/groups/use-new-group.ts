import { type Auction, type Bid, messages, type WireBidGroup } from '@bidwell/contract'
import { useState } from 'react'
import { centsOf } from '../../ui/money.ts'
import { isLive, whyNotChange } from '../bid-rules.ts'
import { type EvaluatedDraft, evaluateDraft } from '../fields/bid-draft.ts'
import { useDefaultLead } from '../fields/use-bid-draft.ts'
import { inOrder, type Ordered } from './group-order.ts'
import type { Joining } from './group-queries.ts'
import { evaluateGroup, nameFrom, NOTHING_YET, type TypedGroup } from './group-terms.ts'

export type Selected = { auction: Auction; bid: Bid | null }

/** A selected auction as a member of the group to be. */
export type Candidate = Ordered & {
  auction: Auction
  /** The pending bid that joins; null where a maximum is typed. */
  bid: Bid | null
  typed: { max: string }
  draft: EvaluatedDraft | null
}

/** Whether a bid on the auction can still join a group. */
const canJoin = ({ auction, bid }: Selected, now: number): boolean =>
  auction.closedBecause === null &&
  auction.endsOn > now &&
  (bid === null || !isLive(bid) || whyNotChange(bid, now, auction) === null)

const UNTYPED = { max: '' }

/** What the user types and chooses for the group. `now` is the instant at which the sheet was opened. */
export function useNewGroup(selected: readonly Selected[], now: number) {
  const able = selected.filter((each) => canJoin(each, now))
  const [edits, setEdits] = useState<Partial<TypedGroup>>({})
  const [maxima, setMaxima] = useState<ReadonlyMap<number, Candidate['typed']>>(new Map())
  const [preferred, setPreferred] = useState<readonly number[] | null>(null)
  const [target, setTarget] = useState<WireBidGroup | null>(null)
  const lead = String(useDefaultLead())

  const candidates = able.map(({ auction, bid }): Candidate => {
    const pending = bid?.status === 'pending' ? bid : null
    const typed = maxima.get(auction.id) ?? { ...UNTYPED, max: auction.maxBid?.toFixed(2) ?? '' }
    return {
      key: auction.id,
      title: auction.title,
      endsAt: auction.endsOn,
      leadMs: 1_000 * (pending?.secondsBeforeEnd ?? (Number(lead) || 0)),
      isOut: false,
      auction,
      bid: pending,
      typed,
      draft: pending ? null : evaluateDraft({ ...typed, lead }, auction, null),
    }
  })
  const order = inOrder(candidates, preferred ?? [])
  const typed: TypedGroup = {
    name: nameFrom(order.map(({ title }) => title)),
    mostWins: '1',
    extraWins: '0',
    budget: '',
    acceptedWins: null,
    ...edits,
  }
  const stakes = order.map(({ bid, draft }) => {
    const dollars = bid?.maxBid ?? draft?.plan.maxBid ?? null
    return { maxCents: dollars === null ? null : centsOf(dollars), isOut: false }
  })
  const evaluated = evaluateGroup(typed, stakes, NOTHING_YET)
  const whyNotRow = order.map(({ draft }) => draft?.whyNoOrder ?? null).find((why) => why !== null) ?? null
  const members = order.map(({ key, title, auction, bid, draft }): Joining => ({
    key,
    title,
    auctionId: auction.auctionId,
    bidId: bid?.id ?? null,
    order: draft?.order ?? null,
  }))
  return {
    order,
    left: selected.length - able.length,
    typed,
    evaluated,
    edit: (fields: Partial<TypedGroup>) => setEdits((earlier) => ({ ...earlier, ...fields })),
    typeMax: (key: number, fields: Partial<Candidate['typed']>) =>
      setMaxima((earlier) => {
        const before = candidates.find((candidate) => candidate.key === key)?.typed ?? UNTYPED
        return new Map(earlier).set(key, { ...before, ...fields })
      }),
    setPreferred,
    target,
    setTarget,
    /** Why it cannot be made yet, in words for the user. */
    whyNot: target
      ? (whyNotRow ?? (order.length === 0 ? messages.bidGroup.needsTwo : null))
      : order.length < 2
        ? messages.bidGroup.needsTwo
        : (whyNotRow ?? evaluated.whyNot),
    members,
    preferredOrder: preferred === null || target ? null : order.map(({ key }) => key),
  }
}
