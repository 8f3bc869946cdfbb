import { openListing } from '../auction/open-listing.ts'
import type { House } from '../house.ts'
import { MAX_LIFE_MS, itemInSlot, SLOT_MS } from './item-in-slot.ts'
import { makeItem, makeRivals } from './make-item.ts'

const SHOWN_CLOSED_MS = 6 * 3_600_000

/** Opens items as if the house had been running for a week, including recently closed items, and keeps opening more. */
export function openSampleItems(house: House, seed: number, now: number) {
  const present = Math.floor(now / SLOT_MS)
  for (let slot = Math.floor((now - MAX_LIFE_MS) / SLOT_MS); slot <= present; slot++) {
    openSlot(house, seed, slot, now - SHOWN_CLOSED_MS)
  }
  openNext(house, seed, present + 1)
}

function openSlot(house: House, seed: number, slot: number, endsAfter: number) {
  const { random, ...dates } = itemInSlot(seed, slot)
  if (dates.endsAt <= endsAfter) return
  const { item, valueCents } = makeItem(random)
  openListing(house, item, dates, makeRivals(random, valueCents))
}

function openNext(house: House, seed: number, slot: number) {
  house.agenda.add(slot * SLOT_MS, (at) => {
    openSlot(house, seed, slot, at)
    openNext(house, seed, slot + 1)
  })
}
