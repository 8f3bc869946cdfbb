import type { EngineMutant } from './mutants.ts'

/** Guards of groups without which a group has more bids out than it may win, or costs more than its budget. */
export const GROUP_MUTANTS = {
  'a bid of a group that goes out without a grant': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'if (isHeldByGroup(state)) return stayWarm(state, timeline, now)',
    instead: '',
    faults: ['groups', 'outages'],
    seed: 2,
  },
  'a grant that counts only once the bid is at the site': {
    file: 'src/bidding/groups/is-exposed.ts',
    guard: "return isGranted || status === 'executed' ||",
    instead: "return status === 'executed' ||",
    faults: ['groups'],
    seed: 19,
  },
  'a win that leaves its place to the next bid': {
    file: 'src/bidding/groups/is-exposed.ts',
    guard: "if (status === 'won') return true",
    instead: "if (status === 'won') return false",
    faults: ['groups'],
    seed: 24,
  },
  'a budget that forgets what is out': {
    file: 'src/engine/core/groups/decide-grant.ts',
    guard: '- exposed.reduce((sum, member) => sum + costOf(member), 0)',
    instead: '',
    faults: ['groups'],
    seed: 53,
  },
  'a price equal to the maximum taken for the proof of a loss': {
    file: 'simulation/store/note-readings.ts',
    guard: 'if (listing.priceCents > bid.maxBidCents)',
    instead: 'if (listing.priceCents >= bid.maxBidCents)',
    faults: ['groups', 'rivals'],
    seed: 318,
  },
  'a price above the maximum of a bid on its way taken for the proof of its loss': {
    file: 'simulation/store/note-readings.ts',
    guard: "if (bid.auctionId !== listing.auctionId || !isOut || !(bid.status === 'executed' || isOver)) continue",
    instead: 'if (bid.auctionId !== listing.auctionId || !isOut) continue',
    faults: ['groups', 'fallingPrices'],
    seed: 136,
  },
  'a grant that is given back while an engine holds the bid': {
    file: 'simulation/store/note-readings.ts',
    guard: 'moveBids(database, listing, reading.clock.siteTime)\n    releaseBeatenBids(',
    instead:
      'for (const bid of database.bids.values()) if (bid.lockedInAt === null) bid.grantedAt = null\n    moveBids(database, listing, reading.clock.siteTime)\n    releaseBeatenBids(',
    faults: ['groups', 'outages', 'statements'],
    seed: 2,
  },
  'a lost bid that is read again two minutes later': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'leastMs: 1_500',
    instead: 'leastMs: 120_000',
    faults: ['groups', 'rivals'],
    seed: 70,
  },
  'an end that frees no place': {
    file: 'simulation/store/record-entries.ts',
    guard: 'if (lossProof) releaseGrant(',
    instead: 'if (lossProof && false) releaseGrant(',
    faults: ['groups', 'rivals'],
    seed: 545,
  },
} as const satisfies Record<string, EngineMutant>
