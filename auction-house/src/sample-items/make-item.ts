import type { Item } from '../auction/listing.ts'
import { makeRival, type Rival, STRATEGIES } from '../auction/rivals.ts'
import { between, pick, type Random, randomFrom, wholeBetween } from '../random.ts'
import { CATALOGUE } from './catalogue.ts'
import type { Category } from './category.ts'
import { SELLERS } from './sellers.ts'

const REMARKS = [
  'Shows light wear from use; please see the pictures.',
  'From a local estate. Not tested beyond what the title says.',
  'Clean and complete as far as we can tell.',
  'Some scratches and scuffs, honest for its age.',
  'A nice example for a collector or for daily use.',
] as const

/** Makes a random item, and its value in cents. */
export function makeItem(random: Random): { item: Item; valueCents: number } {
  const category = pick(random, CATALOGUE)
  const [min, max] = category.valueDollars
  // Squared, so that most items are cheap and a few are valuable.
  const valueCents = Math.round((min + (max - min) * random() ** 2) * 100)
  const [lightest, heaviest] = category.pounds
  const title = titleOf(random, category)
  const shipping = random()

  return {
    valueCents,
    item: {
      title,
      description: `<p>${title}.</p><p>${pick(random, REMARKS)}</p>`,
      category,
      seller: pick(random, SELLERS),
      startingPriceCents: startingPrice(random, valueCents),
      incrementCents: valueCents > 10_000 ? 200 : 100,
      shippingCents: shipping < 0.1 ? 1 : 0,
      handlingCents: wholeBetween(random, 1, 5) * 100,
      weightPounds: wholeBetween(random, lightest, heaviest),
      pickupOnly: shipping > 0.95,
      reserveCents: 0,
    },
  }
}

/** The thing, usually with a detail, its condition, or both. */
function titleOf(random: Random, { things, details, conditions }: Category) {
  const parts = [pick(random, things)]
  if (random() < 0.7) parts.push(pick(random, details))
  if (random() < 0.7) parts.push(pick(random, conditions))
  return parts.join(', ')
}

/** A price such as `4.99`, at a fifth to two fifths of the value. */
const startingPrice = (random: Random, valueCents: number) =>
  Math.max(499, Math.round((valueCents * between(random, 0.2, 0.4)) / 100) * 100 - 1)

/** Makes up to six rivals; one item in six has none. */
export function makeRivals(random: Random, valueCents: number): Rival[] {
  const count = random() < 1 / 6 ? 0 : wholeBetween(random, 1, 6)
  return Array.from({ length: count }, () => makeRivalFor(random, valueCents))
}

export const makeRivalFor = (random: Random, valueCents: number) =>
  makeRival({
    strategy: pick(random, STRATEGIES),
    limitCents: Math.round((valueCents * between(random, 0.3, 1.1)) / 50) * 50,
    leadMs: undefined,
    random: randomFrom('rival', random()),
  })
