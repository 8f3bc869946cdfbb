import { expect, test } from 'vitest'
import { insertAccount } from '../../test/add-rows.ts'
import { createTestDatabase } from '../../test/database.ts'
import { systemClock } from '../platform/clock.ts'
import { claimFigures, judgeClaim } from './judge-claim.ts'
import { readClaimFigures, readClaims } from './read-claims.ts'

const FIGURES = claimFigures(12_000, 412, 900)

test.each([
  ['10,000+', 'users', 'supported'],
  ['12,000', 'happy bidders', 'supported'],
  ['12,001', 'users', 'unsupported'],
  ['15k', 'users', 'unsupported'],
  ['1.5 million', 'users', 'unsupported'],
  ['85%', 'higher win rate', 'unsupported'],
  ['3 times', 'better win rate', 'unsupported'],
  // 412 of 900 are 45.8%, of which the lower bound is 42.5%.
  ['42%', 'win rate', 'supported'],
  ['45%', 'win rate', 'unsupported'],
  ['100%', 'of users recommend us', 'not_measured'],
  ['Rated 4.9', 'in the app store', 'not_measured'],
  ['Countless', 'users', 'not_measured'],
  ['99.9%', 'uptime', 'not_measured'],
] as const)('The claim "%s %s" is %s by the figures', (figure, of, verdict) => {
  expect(judgeClaim({ figure, of }, FIGURES).verdict).toBe(verdict)
})

test('A judgement says what was measured, with its bounds', () => {
  expect(judgeClaim({ figure: '10,000+', of: 'users' }, FIGURES).measured).toBe(
    '12,000 accounts have a verified address.',
  )
  expect(judgeClaim({ figure: '85%', of: 'higher win rate' }, FIGURES).measured).toBe(
    '412 of 900 bids that were sent in the last 90 days have won (42.5%–49.0%). Bidwell measures no other win rate that this one could be higher than.',
  )
  const none = claimFigures(0, 0, 0)
  expect(judgeClaim({ figure: '1%', of: 'win rate' }, none)).toMatchObject({
    verdict: 'unsupported',
    measured: '0 of 0 bids that were sent in the last 90 days have won.',
  })
})

test('The figures are the verified accounts, and the sent bids of the present site whose result is known', async () => {
  await using database = await createTestDatabase()
  const at = new Date(systemClock.now())
  for (const email_verified_at of [at, at, null]) await insertAccount(database.db, at, { email_verified_at })
  const bid = {
    marketplace: 'shopgoodwill',
    due_at: at,
    class: 'accepted',
    sent: true,
    won: true,
    corrected: false,
  } as const
  await database.db
    .insertInto('measured_bids')
    .values([
      { bid_id: 1, ...bid },
      { bid_id: 2, ...bid, won: false },
      { bid_id: 3, ...bid, sent: false, won: false, class: 'ours' },
      { bid_id: 4, ...bid, won: false, class: 'unknown' },
      { bid_id: 5, ...bid, marketplace: 'auction-house' },
      { bid_id: 6, ...bid, due_at: new Date(at.getTime() - 91 * 86_400_000) },
    ] as const)
    .execute()
  const deps = { db: database.openAs('api').db, clock: systemClock, marketplace: { id: 'shopgoodwill' } }
  expect(await readClaimFigures(deps)).toMatchObject({ verifiedAccounts: 2, winRate: { won: 1, sent: 2 } })
  const { judgements } = await readClaims(deps)
  expect(judgements.map(({ claim, verdict }) => [claim.of, verdict])).toEqual([
    ['users', 'unsupported'],
    ['higher win rate', 'unsupported'],
  ])
})
