import { between, randomFrom } from '../random.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** An item opens every twenty seconds, at the same instants in every run of the house. */
export const SLOT_MS = 20 * SECOND_MS

/** The longest time that an item stays open. */
export const MAX_LIFE_MS = 7 * DAY_MS

// Added to the slot's number since 1970 it gives nine-digit ids in order of opening, like the site's.
const FIRST_ITEM_ID = 200_000_000

/**
 * The id and the dates of the item that opens in a slot. They depend only on the seed and the slot, so a restarted house
 * has the same items under the same ids. Most slots hold items of half an hour, so an auction always ends within a minute;
 * the others give about ninety open items that last hours, seventy that last most of a day and forty that last days.
 */
export function itemInSlot(seed: number, slot: number) {
  const random = randomFrom('slot', seed, slot)
  const opensAt = slot * SLOT_MS
  const lifeMs = Math.round(lifeOf(slot, random) / SECOND_MS) * SECOND_MS
  return { itemId: FIRST_ITEM_ID + slot, opensAt, endsAt: opensAt + lifeMs, random }
}

function lifeOf(slot: number, random: () => number) {
  if (slot % 540 === 0) return between(random, 2 * DAY_MS, MAX_LIFE_MS)
  if (slot % 36 === 0) return between(random, 6 * HOUR_MS, 30 * HOUR_MS)
  if (slot % 6 === 0) return between(random, HOUR_MS, 5 * HOUR_MS)
  return between(random, 30 * MINUTE_MS - 8 * SECOND_MS, 30 * MINUTE_MS + 8 * SECOND_MS)
}
