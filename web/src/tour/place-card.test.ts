import { expect, test } from 'vitest'
import { placeCard } from './place-card.ts'

const CARD = { width: 360, height: 200 }
const WIDE = { width: 1_440, height: 900 }
const PHONE = { width: 360, height: 800 }
const card = (target: { left: number; top: number; width: number; height: number } | null, view = WIDE) =>
  placeCard(view === PHONE ? { width: 336, height: 220 } : CARD, view, target)

test('Without a target the card is in the middle of the window', () => {
  expect(card(null)).toEqual({ left: 540, top: 350 })
  expect(card(null, PHONE)).toEqual({ left: 12, top: 290 })
})

test('The card is below the middle of its target where it fits there', () => {
  expect(card({ left: 100, top: 200, width: 800, height: 300 })).toEqual({ left: 320, top: 516 })
})

test('The card is above its target where only that side has room', () => {
  expect(card({ left: 100, top: 500, width: 800, height: 300 })).toEqual({ left: 320, top: 284 })
})

test('The card is at the bottom of the window when it fits on neither side of its target', () => {
  expect(card({ left: 16, top: 80, width: 328, height: 600 }, PHONE)).toEqual({ left: 12, top: 568 })
})

test.each([
  { where: 'above', target: { left: -500, top: -900, width: 300, height: 300 }, at: { left: 12, top: 12 } },
  { where: 'below', target: { left: 1_400, top: 2_000, width: 300, height: 300 }, at: { left: 1_068, top: 688 } },
])('The card stays in the window when its target is scrolled out $where', ({ target, at }) => {
  expect(card(target)).toEqual(at)
})
