import { between, randomFrom } from '../random.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A lot opens every twenty seconds, at instants that all runs of the house share. */
export const SLOT_MS = 20 * SECOND_MS

/** The longest that any lot stays open. */
export const LONGEST_LIFE_MS = 7 * DAY_MS

// With the slots counted from 1970 these give nine digits, rising in the order of opening, as the site's do.
const FIRST_ITEM_ID = 200_000_000

/**
 * What opens in a slot and when it ends. A function of the seed and the slot alone: after a restart the same lots are
 * there under the same ids. Two slots in three hold short lots, so something always ends within a minute; the others
 * give about ninety lots that take hours, seventy that take most of a day and forty that take days.
 */
export function lotInSlot(seed: number, slot: number) {
  const random = randomFrom('slot', seed, slot)
  const opensAt = slot * SLOT_MS
  const lifeMs = Math.round(lifeOf(slot, random) / SECOND_MS) * SECOND_MS
  return { itemId: FIRST_ITEM_ID + slot, opensAt, endsAt: opensAt + lifeMs, random }
}

function lifeOf(slot: number, random: () => number) {
  if (slot % 540 === 0) return between(random, 2 * DAY_MS, LONGEST_LIFE_MS)
  if (slot % 36 === 0) return between(random, 6 * HOUR_MS, 30 * HOUR_MS)
  if (slot % 6 === 0) return between(random, HOUR_MS, 5 * HOUR_MS)
  return between(random, 30 * MINUTE_MS - 8 * SECOND_MS, 30 * MINUTE_MS + 8 * SECOND_MS)
}
