import * as fc from 'fast-check'

/** The auctions of a story, by their places. */
const auction = fc.nat(5)
/** What an account does, and what happens to it, that concerns its limits. */
export const quotaOperation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('track' as const), auction }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), auction }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), auction }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('schedule' as const), auction }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), auction }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), auction }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('lock' as const), auction }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      auction,
      how: fc.constantFrom('at-site', 'lost', 'ours', 'theirs'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), auction }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), auction }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const), auction }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('schedule all at once' as const) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 90 }) }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('wait for the end' as const), ms: fc.integer({ min: -1, max: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trial' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('buy' as const), plan: fc.constantFrom('ten', 'two', 'elite', 'old') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail to pay' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end the subscription' as const) }) },
)
export type QuotaOperation = typeof quotaOperation extends fc.Arbitrary<infer T> ? T : never
