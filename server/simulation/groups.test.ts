import { expect, test } from 'vitest'
import { NO_FAULTS } from './faults/faults.ts'
import { PAST_GROUP_FAILURES } from './past-failures.ts'
import { replaysOf, runSeeds, seedsFrom } from './run-seeds.ts'
import { runSimulation } from './run-simulation.ts'
import { addSnipe, isAllSettled, openWorld } from './world/open-world.ts'
import { startEngine } from './world/start-engine.ts'

test('In twenty simulated runs full of faults, no group has more bids out than it may win', async () => {
  const { failed } = await runSeeds(seedsFrom(1, 20), { always: ['groups'] })
  expect(replaysOf(failed, '--faults groups')).toEqual([])
})

test('Seeds of groups that once broke a rule break none', async () => {
  const { failed } = await runSeeds(PAST_GROUP_FAILURES, { always: ['groups'] })
  expect(replaysOf(failed, '--faults groups')).toEqual([])
})

test('The same seed gives the same run of groups', async () => {
  const faults = new Set(['groups', 'rivals', 'kills'] as const)
  for (let seed = 1; seed <= 10; seed++)
    expect((await runSimulation(seed, { faults })).hash).toBe((await runSimulation(seed, { faults })).hash)
})

/** Bids of at most $25 in one group, whose auctions close so many ms from the start. */
function aGroup(closes: readonly number[], mostWins = 1) {
  const world = openWorld({ seed: 1, faults: NO_FAULTS })
  world.database.groups.set(1, { mostWins, extraWins: 0, budgetCents: null })
  const members = closes.map((endsInMs) => addSnipe(world, { endsInMs, accountId: 1 }))
  for (const { bid } of members) bid.groupId = 1
  startEngine(world, 'east')
  return { world, members }
}

async function settle({ world }: ReturnType<typeof aGroup>) {
  while (!isAllSettled(world) && world.time.now() < 900_000) await world.time.runTo(world.time.now() + 1_000)
  expect(world.violations).toEqual([])
}

const outcomes = ({ members }: ReturnType<typeof aGroup>) => members.map(({ bid }) => bid.outcome)

test('Once a group has won, it sends none of its other bids', async () => {
  const group = aGroup([60_000, 120_000, 120_000])
  await settle(group)
  expect(outcomes(group)).toEqual(['won', 'group_won', 'group_won'])
  expect(group.world.sendings).toHaveLength(1)
})

test('A group sends the next bid once the price proves that the last one is lost', async () => {
  const group = aGroup([60_000, 120_000])
  group.world.site.place('rival', '1', 9_900)
  await settle(group)
  expect(outcomes(group)).toEqual(['lost', 'won'])
})

test('A bid goes out after its moment when the result of another comes before its close', async () => {
  const group = aGroup([60_000, 67_000])
  group.world.site.place('rival', '1', 9_900)
  await settle(group)
  expect(outcomes(group)).toEqual(['lost', 'won'])
  const [first, second] = group.world.sendings
  expect(first?.auctionId).toBe('1')
  expect(second?.auctionId).toBe('2')
})

test('Of two auctions that close in one instant, a group bids on one, unless it may win both', async () => {
  const one = aGroup([60_000, 60_000])
  await settle(one)
  expect(outcomes(one)).toEqual(['won', 'group_unknown'])
  const both = aGroup([60_000, 60_000], 2)
  await settle(both)
  expect(outcomes(both)).toEqual(['won', 'won'])
})

test('A price equal to the maximum of a bid that leads frees nothing', async () => {
  const group = aGroup([60_000, 66_000])
  const { world } = group
  world.time.at(58_000, () => void world.site.place('rival', '1', 2_400))
  await settle(group)
  expect(world.site.standing('1').priceCents).toBe(2_500)
  expect(world.sendings).toHaveLength(1)
  expect(outcomes(group)).toEqual(['won', 'group_won'])
})

test('Without faults, a lost bid frees its place within a minute of its close', async () => {
  let lost = 0
  for (let seed = 1; seed <= 40; seed++) {
    const { bids, violations } = await runSimulation(seed, { faults: new Set(['groups', 'rivals'] as const) })
    expect(violations).toEqual([])
    for (const bid of bids.filter(({ status }) => status === 'lost')) {
      lost += 1
      expect(bid.released?.at).toBeLessThan(bid.fireAt + bid.leadMs + 60_000)
    }
  }
  expect(lost).toBeGreaterThan(20)
})
