import { GROUP, messages, type WireBidGroup } from '@bidwell/contract'
import {
  type EvaluatedGroup,
  evaluateGroup,
  nameFrom,
  NOTHING_YET,
  type TypedGroup,
} from '../../bids/groups/group-terms.ts'
import { centsFromTyped, centsOf } from '../../ui/money.ts'
import type { ReadyRow, Wish } from './several-auctions.ts'

export type TypedTerms = Pick<TypedGroup, 'mostWins' | 'budget'>

/** A group that bids join by its name. */
export type NamedGroup = {
  name: string
  /** How many bids join it. */
  bids: number
  /** The open group of this name, whose terms stand; null for a new one. */
  standing: WireBidGroup | null
  /** The file asks for other terms than those that stand. */
  asksOther: boolean
  typed: TypedTerms
  evaluated: EvaluatedGroup
}

type Groups = {
  wishes: ReadonlyMap<string, Wish>
  /** The name of the group of all bids, of which one may win; null unless that is ticked. */
  onlyOne: string | null
  /** By the names of a file's groups: how many may win and for how much, where it was typed. */
  typedTerms: ReadonlyMap<string, TypedTerms>
  open: readonly WireBidGroup[]
}

/** The name of the group that the bid joins; '' for a single bid. */
export const groupNameOf = ({ wishes, onlyOne }: Pick<Groups, 'wishes' | 'onlyOne'>, reference: string): string =>
  onlyOne ?? wishes.get(reference)?.group.trim() ?? ''

/** Whether a file names groups. */
export const hasGroups = (wishes: ReadonlyMap<string, Wish>): boolean =>
  [...wishes.values()].some(({ group }) => group !== '')

/** A name for a new group of these auctions that no open group has. */
export function freeName(titles: readonly string[], open: readonly WireBidGroup[]): string {
  const name = nameFrom(titles) || messages.bidGroup.oneOf
  const taken = new Set(open.map((group) => group.name))
  let free = name
  for (let n = 2; taken.has(free); n += 1) free = `${name.slice(0, GROUP.maxNameLength - 4)} ${n}`
  return free
}

/** The groups that the bids of the rows join, in the order of the rows, each with its terms as typed or as the file asks. */
export function groupsOf(rows: readonly ReadyRow[], context: Groups): NamedGroup[] {
  const members = new Map<string, ReadyRow[]>()
  for (const row of rows) {
    const name = row.hasBid ? groupNameOf(context, row.reference) : ''
    if (name !== '') members.set(name, [...(members.get(name) ?? []), row])
  }
  return [...members].map(([name, bids]) => namedGroup(name, bids, context))
}

function namedGroup(name: string, bids: readonly ReadyRow[], { wishes, typedTerms, open }: Groups): NamedGroup {
  const wished = [...wishes.values()].filter(({ group }) => group === name)
  const wins = wished.find((wish) => wish.wins)?.wins ?? ''
  const budget = wished.find((wish) => wish.budget)?.budget ?? ''
  const standing = open.find((group) => group.name === name) ?? null
  const typed = typedTerms.get(name) ?? { mostWins: wins || '1', budget }
  const stakes = bids.map(({ draft }) => {
    const { maxBid } = draft.plan
    return { maxCents: maxBid === null ? null : centsOf(maxBid), isOut: false }
  })
  return {
    name,
    bids: bids.length,
    standing,
    asksOther:
      standing !== null &&
      ((wins !== '' && Number(wins) !== standing.most_wins) ||
        (budget !== '' && centsFromTyped(budget) !== (standing.budget === null ? null : centsOf(standing.budget)))),
    typed,
    evaluated: evaluateGroup({ ...typed, name, extraWins: '0', acceptedWins: null }, stakes, NOTHING_YET),
  }
}

/** Why bids cannot join: the terms of a new group are wrong. */
export function whyNotGroups(groups: readonly NamedGroup[]): string | null {
  const wrong = groups.find(({ standing, evaluated }) => standing === null && evaluated.whyNot !== null)
  return wrong ? `${wrong.name}: ${wrong.evaluated.whyNot}` : null
}
