import { type BidGroupChange, messages, type WireBidGroup } from '@bidwell/contract'
import { useState } from 'react'
import { centsOf } from '../../ui/money.ts'
import { inOrder, type Ordered } from './group-order.ts'
import { evaluateGroup, type TypedGroup } from './group-terms.ts'

export type GroupMember = WireBidGroup['members'][number]
/** A bid of the group that may win; its key is its id. */
export type OpenMember = Ordered & { member: GroupMember }

const OPEN: readonly GroupMember['state'][] = ['waiting', 'held', 'out', 'unknown']
const OUT: readonly GroupMember['state'][] = ['out', 'unknown']

/** What the user changes of a group. */
export function useGroupChange(group: WireBidGroup) {
  const [edits, setEdits] = useState<Partial<TypedGroup>>({})
  const [preferred, setPreferred] = useState<readonly number[] | null>(null)
  const open = group.members
    .filter(({ state }) => OPEN.includes(state))
    .map((member): OpenMember => ({
      key: member.bid_id,
      title: member.title,
      endsAt: Date.parse(member.ends_at),
      leadMs: member.seconds_before_end * 1_000,
      isOut: OUT.includes(member.state),
      member,
    }))
  const order = inOrder(open, preferred ?? open.map(({ key }) => key))
  const typed: TypedGroup = {
    name: group.name,
    mostWins: String(group.most_wins),
    extraWins: String(group.extra_wins),
    budget: group.budget?.toFixed(2) ?? '',
    acceptedWins: null,
    ...edits,
  }
  const stakes = open.map(({ member, isOut }) => ({ maxCents: centsOf(member.max_bid), isOut }))
  const evaluated = evaluateGroup(typed, stakes, {
    wins: group.wins,
    spentCents: centsOf(group.spent),
    extraWins: group.extra_wins,
    allWins: group.most_wins + group.extra_wins,
  })
  const change = evaluated.terms && changeOf(group, evaluated.terms, preferred && order.map(({ key }) => key))
  return {
    order,
    finished: group.members.filter(({ state }) => !OPEN.includes(state)),
    typed,
    evaluated,
    edit: (fields: Partial<TypedGroup>) => setEdits((earlier) => ({ ...earlier, ...fields })),
    setPreferred,
    change,
    whyNot: evaluated.whyNot ?? (change === null ? messages.bidGroup.nothingToChange : null),
    clear: () => {
      setEdits({})
      setPreferred(null)
    },
  }
}

/** Only what differs; null when nothing does. */
function changeOf(
  group: WireBidGroup,
  terms: NonNullable<ReturnType<typeof evaluateGroup>['terms']>,
  first: number[] | null,
): BidGroupChange | null {
  const { confirmWins } = terms
  const change: BidGroupChange = {
    ...(terms.name !== group.name && { name: terms.name }),
    ...(terms.mostWins !== group.most_wins && { mostWins: terms.mostWins }),
    ...(terms.extraWins !== group.extra_wins && { extraWins: terms.extraWins }),
    ...(terms.budget !== group.budget && { budget: terms.budget }),
    ...(first !== null && { first }),
  }
  if (Object.keys(change).length === 0) return null
  return confirmWins === undefined ? change : { ...change, confirmWins }
}
