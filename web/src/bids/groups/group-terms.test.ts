import { expect, test } from 'vitest'
import { evaluateGroup, nameFrom, NOTHING_YET, type TypedGroup } from './group-terms.ts'

const typed: TypedGroup = { name: 'Lamps', mostWins: '1', extraWins: '0', budget: '', acceptedWins: null }
const waiting = (maxCents: number | null) => ({ maxCents, isOut: false })
const four = [waiting(4_200), waiting(3_000), waiting(1_500), waiting(4_000)]

test('The most that a group can cost is its largest maxima, as many as it may win, up to its budget', () => {
  expect(evaluateGroup(typed, four, NOTHING_YET).mostCents).toBe(4_200)
  expect(evaluateGroup({ ...typed, mostWins: '2' }, four, NOTHING_YET).mostCents).toBe(8_200)
  expect(evaluateGroup({ ...typed, mostWins: '2', budget: '60' }, four, NOTHING_YET).mostCents).toBe(6_000)
})

test('Without one of the maxima nothing is said of the cost', () => {
  expect(evaluateGroup(typed, [...four, waiting(null)], NOTHING_YET).mostCents).toBeNull()
})

test('What is won counts at its price, and leaves fewer wins', () => {
  const before = { wins: 1, spentCents: 2_000, extraWins: 0, allWins: 2 }
  expect(evaluateGroup({ ...typed, mostWins: '2' }, four, before).mostCents).toBe(6_200)
})

test('Extra wins are asked about, with the sum, and only the ticked number is sent', () => {
  const extra = { ...typed, extraWins: '1' }
  const open = evaluateGroup(extra, four, NOTHING_YET)
  expect(open).toMatchObject({ question: 'You may have to pay for 2 auctions, up to $82.00', terms: null })
  expect(evaluateGroup({ ...extra, acceptedWins: 2 }, four, NOTHING_YET).terms).toEqual({
    name: 'Lamps',
    mostWins: 1,
    extraWins: 1,
    confirmWins: 2,
    budget: null,
  })
  // The tick was for two.
  expect(evaluateGroup({ ...extra, extraWins: '2', acceptedWins: 2 }, four, NOTHING_YET).terms).toBeNull()
})

test('Extra wins that stand are not asked about again, and more are', () => {
  const before = { wins: 0, spentCents: 0, extraWins: 1, allWins: 2 }
  expect(evaluateGroup({ ...typed, extraWins: '1' }, four, before).question).toBeNull()
  expect(evaluateGroup({ ...typed, mostWins: '2', extraWins: '1' }, four, before).question).not.toBeNull()
})

test.each([
  [{ mostWins: '0' }, 'A whole number from 1 to 100'],
  [{ mostWins: '1.5' }, 'A whole number from 1 to 100'],
  [{ budget: 'ten' }, 'Enter an amount in dollars, such as 24.50'],
  [{ name: ' ' }, 'Give the group a name'],
])('%j is refused: %s', (fields, why) => {
  expect(evaluateGroup({ ...typed, ...fields }, four, NOTHING_YET)).toMatchObject({ terms: null, whyNot: why })
})

test('A group is named by the words that its auctions share', () => {
  expect(nameFrom(['Lionel 2343 Santa Fe', 'Lionel 2343, boxed', 'lionel caboose'])).toBe('Lionel')
  expect(nameFrom(['Brass lamp, tall and dented', 'Oak chair'])).toBe('Brass lamp, tall and')
  expect(nameFrom(['Brass lamp,', 'Brass lamp, with a shade'])).toBe('Brass lamp')
})
