import { applyBid, nextBidCents, openingStanding, type Standing, type Terms } from './apply-bid.ts'

/** Somebody else who wants the item, and the most they pay. */
export type Rival = { name: string; maxCents: number } & (
  | { kind: 'early' }
  /** Watches the page, and answers each bid after a while with the lowest bid that the site accepts. */
  | { kind: 'watcher'; answersAfterMs: number }
  /** Bids once, near the end. */
  | { kind: 'sniper'; leadMs: number }
)

export type OwnBid = {
  maxCents: number
  /** How long before the end the bid is to reach the site. */
  leadMs: number
  /** How long a bid usually takes to reach the site; it is sent earlier by as much. */
  tripMs: number
  /** How much longer it takes this time. */
  delayMs: number
}

export type Setting = { terms: Terms; rivals: readonly Rival[]; own: OwnBid }

/** Something that happened; `beforeEndMs` is below zero after the end. */
export type Step = { beforeEndMs: number } & (
  | { kind: 'bid'; bidder: string; maxCents: number; standing: Standing }
  | { kind: 'sent' }
  /** The price was read before the bid, and was above the maximum. */
  | { kind: 'not_sent'; nextCents: number }
  | { kind: 'refused'; nextCents: number }
  | { kind: 'late' }
)

export type Outcome = 'won' | 'outbid' | 'refused' | 'not_sent' | 'late'
export type Close = { outcome: Outcome; steps: Step[]; standing: Standing }

/** The name of the user's own bid among the bidders. */
export const YOU = 'You'

/** The rivals' auction is watched from so long before its end. */
const WATCHED_MS = 200_000

/** How long before it is sent the price is read a last time, to send nothing that the site would refuse. */
const LAST_READ_MS = 12_000

type Planned = { beforeEndMs: number; act: () => void }

/** Plays the last minutes of an auction and returns what happened, in order. Pure. */
export function simulateClose({ terms, rivals, own }: Setting): Close {
  const steps: Step[] = []
  const agenda: Planned[] = []
  let standing = openingStanding(terms)
  let outcome: Outcome = 'outbid'
  let now = WATCHED_MS
  const answering = new Set<string>()

  const plan = (beforeEndMs: number, act: () => void) => void agenda.push({ beforeEndMs, act })
  const record = (step: Step) => void steps.push(step)

  function bid(bidder: string, maxCents: number): boolean {
    const next = applyBid(terms, standing, bidder, maxCents)
    if (next === null) return false
    standing = next
    record({ kind: 'bid', beforeEndMs: now, bidder, maxCents, standing })
    for (const rival of rivals) scheduleAnswer(rival)
    return true
  }

  function scheduleAnswer(rival: Rival) {
    if (rival.kind !== 'watcher' || standing.leader === rival.name || answering.has(rival.name)) return
    answering.add(rival.name)
    plan(now - rival.answersAfterMs, () => {
      answering.delete(rival.name)
      const nextCents = nextBidCents(terms, standing)
      if (standing.leader !== rival.name && nextCents <= rival.maxCents) bid(rival.name, nextCents)
    })
  }

  function scheduleOwnBid() {
    const sentAt = own.leadMs + own.tripMs
    plan(sentAt + LAST_READ_MS, () => {
      const nextCents = nextBidCents(terms, standing)
      if (nextCents > own.maxCents) {
        outcome = 'not_sent'
        record({ kind: 'not_sent', beforeEndMs: now, nextCents })
        return
      }
      plan(sentAt, () => record({ kind: 'sent', beforeEndMs: now }))
      plan(own.leadMs - own.delayMs, arrive)
    })
  }

  function arrive() {
    if (now <= 0) {
      outcome = 'late'
      record({ kind: 'late', beforeEndMs: now })
    } else if (!bid(YOU, own.maxCents)) {
      outcome = 'refused'
      record({ kind: 'refused', beforeEndMs: now, nextCents: nextBidCents(terms, standing) })
    }
  }

  for (const rival of rivals) {
    if (rival.kind === 'early') bid(rival.name, rival.maxCents)
    if (rival.kind === 'sniper') plan(rival.leadMs, () => bid(rival.name, rival.maxCents))
    scheduleAnswer(rival)
  }
  scheduleOwnBid()
  for (let next = takeNext(agenda); next !== undefined; next = takeNext(agenda)) {
    now = next.beforeEndMs
    // After the end nothing counts any more, except that the user's own bid arrives too late.
    if (now > 0 || next.act === arrive) next.act()
  }
  return { outcome: standing.leader === YOU ? 'won' : outcome, steps, standing }
}

/** Takes the earliest entry out; of two at one instant, the one that was planned first. */
function takeNext(agenda: Planned[]): Planned | undefined {
  const earliest = agenda.reduce<Planned | undefined>(
    (first, entry) => (first === undefined || entry.beforeEndMs > first.beforeEndMs ? entry : first),
    undefined,
  )
  if (earliest) agenda.splice(agenda.indexOf(earliest), 1)
  return earliest
}

/** The lowest maximum that wins with the same timing; null when none up to `limitCents` does. */
export function leastWinningMax(setting: Setting, limitCents: number): number | null {
  const wins = (maxCents: number) => simulateClose({ ...setting, own: { ...setting.own, maxCents } }).outcome === 'won'
  if (!wins(limitCents)) return null
  let [losing, winning] = [0, limitCents]
  while (winning - losing > 1) {
    const middle = Math.floor((losing + winning) / 2)
    if (wins(middle)) winning = middle
    else losing = middle
  }
  return winning
}
