import type { TestedMutant } from './tested-mutants.ts'

/** Guards of groups of bids that a named test must miss. */
export const TESTED_GROUP_MUTANTS = {
  'grants of a group that no lock keeps apart': {
    file: 'src/engine/grant-bids.ts',
    guard: 'order by id for no key update`.execute(tx)\n  return new Map(rows.map((group)',
    instead: 'order by id`.execute(tx)\n  return new Map(rows.map((group)',
    test: {
      file: 'src/engine/grant-bids.test.ts',
      title: 'Of engines that ask at once for the bids of many groups, each group lets out one',
    },
  },
  'grants that are counted as they were before the lock': {
    file: 'src/engine/grant-bids.ts',
    guard: 'const answers = await db.transaction().execute(',
    instead: "const answers = await db.transaction().setIsolationLevel('repeatable read').execute(",
    test: {
      file: 'src/engine/grant-bids.test.ts',
      title: 'Of engines that ask at once for the bids of many groups, each group lets out one',
    },
  },
  'an outcome that proves nothing taken for the proof of a loss': {
    file: 'src/engine/core/groups/proof-of-loss.ts',
    guard: 'if (UNPROVEN.includes(outcome)) return null',
    instead: '',
    test: {
      file: 'src/engine/core/groups/proof-of-loss.test.ts',
      title: 'A bid whose end is not known proves no loss',
    },
  },
  'a missing page taken for the proof of a loss': {
    file: 'src/engine/core/groups/proof-of-loss.ts',
    guard: "if (outcome === 'withdrawn') return null",
    instead: '',
    test: {
      file: 'src/engine/core/groups/proof-of-loss.test.ts',
      title: 'A bid whose end is not known proves no loss',
    },
  },
  "the answer 'outbid' taken for the proof of a loss": {
    file: 'src/engine/core/on-response.ts',
    guard: 'if (mayHoldBid(state) || state.group !== null) return accepted',
    instead: 'if (mayHoldBid(state)) return accepted',
    test: {
      file: 'src/engine/core/groups/proof-of-loss.test.ts',
      title: "The answer 'outbid' ends no bid of a group",
    },
  },
  'a price equal to the maximum that proves a loss': {
    file: 'src/auctions/listings/release-beaten-bids.ts',
    guard: 'l.current_price_cents > b.max_bid_cents',
    instead: 'l.current_price_cents >= b.max_bid_cents',
    test: {
      file: 'src/bidding/groups/groups.test.ts',
      title: 'Any reading whose price is above the maximum of a bid at the site frees its place, and no other does',
    },
  },
  'a price that proves the loss of a bid on its way': {
    file: 'src/auctions/listings/release-beaten-bids.ts',
    guard: "and (b.status = 'executed' or",
    instead: 'and (true or',
    test: {
      file: 'src/bidding/groups/groups.test.ts',
      title: 'A price above the maximum frees no place of a bid that is still on its way',
    },
  },
} as const satisfies Record<string, TestedMutant>
