import { doOverlap, type GroupRelation, relationOf } from '@bidwell/contract'

/** A bid of a group as far as its order counts. `key` tells it from the others. `isOut`: its order cannot change any more. */
export type Ordered = { key: number; title: string; endsAt: number; leadMs: number; isOut: boolean }

/**
 * The order in which a group's bids go out: by their closes and, where they overlap, as its owner prefers. `preferred` has the
 * keys that come first.
 */
export function inOrder<M extends Ordered>(members: readonly M[], preferred: readonly number[]): M[] {
  const rank = ({ key }: M) => (preferred.includes(key) ? preferred.indexOf(key) : Infinity)
  const order = members.toSorted((a, b) => a.endsAt - b.endsAt)
  // Each swap leaves fewer pairs against the ranks, so this ends.
  for (let at = 0; at < order.length - 1; at += 1) {
    const [one, next] = [order[at], order[at + 1]]
    if (one && next && doOverlap(one, next) && rank(next) < rank(one)) {
      order.splice(at, 2, next, one)
      at = Math.max(-1, at - 2)
    }
  }
  return order
}

/** The order with one bid before those that it overlaps with: the keys. */
export function withFirst(order: readonly Ordered[], key: number): number[] {
  const chosen = order.find((member) => member.key === key)
  const place = order.findIndex((member) => chosen && (member === chosen || changesPlaces(member, chosen)))
  const others = order.flatMap((member) => (member.key === key ? [] : member.key))
  return others.toSpliced(place, 0, key)
}

const changesPlaces = (one: Ordered, other: Ordered) => !one.isOut && !other.isOut && doOverlap(one, other)

/** What one bid of the order waits for; null for one that waits for none as a rule. */
export type Wait = {
  relation: GroupRelation
  /** The bid whose result lets it out, with how much later this one closes, seconds. */
  for: Ordered
  closesAfterS: number
  isAbove: boolean
  canGoFirst: boolean
}

/** For each bid of an order, what it waits for. `wins`: how many bids of the group may be out at one time. */
export const waitsOf = (order: readonly Ordered[], wins: number): (Wait | null)[] =>
  order.map((member, place) => {
    const before = order.slice(0, place)
    // With two wins, the second-latest result before lets it out.
    const awaited = before.toSorted((a, b) => a.endsAt - b.endsAt)[place - wins]
    if (awaited === undefined || member.isOut) return null
    return {
      relation: relationOf(awaited, member),
      for: awaited,
      closesAfterS: Math.round((member.endsAt - awaited.endsAt) / 1_000),
      isAbove: awaited === before.at(-1),
      canGoFirst: before.some((other) => changesPlaces(other, member)),
    }
  })
