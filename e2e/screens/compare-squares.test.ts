import { expect, test } from 'vitest'
import { compareSquares, type Squares } from './compare-squares.ts'

const WHITE = 250
const COLUMNS = 45
const ROWS = 100

/** A page of 360 by 800 pixels whose squares have one grey each. */
function picture(greyAt: (column: number, row: number) => number, rows = ROWS): Squares {
  const greys = Array.from({ length: COLUMNS * rows }, (_, at) => greyAt(at % COLUMNS, Math.floor(at / COLUMNS)))
  return { columns: COLUMNS, rows, colours: Uint8Array.from(greys.flatMap((grey) => [grey, grey, grey])) }
}

/** Lines of text, each two squares high with one empty between, which cover a tenth to a fifth of their squares. */
const text = (column: number, row: number) => (row % 3 === 2 ? WHITE : WHITE - 25 - ((column * 7 + row * 3) % 25))
const PAGE = picture(text)
const isIn = (column: number, row: number, left: number, top: number, width: number, height: number) =>
  column >= left && column < left + width && row >= top && row < top + height

test('A page that shows other digits, a caret and another rendering of its font shows the same', () => {
  const seen = picture((column, row) => {
    if (isIn(column, row, 4, 10, 8, 2)) return WHITE - 30
    if (isIn(column, row, 20, 40, 1, 3)) return 120
    return text(column, row) - 5
  })
  expect(compareSquares(PAGE, seen)).toBeNull()
  expect(compareSquares(PAGE, picture(text, ROWS + 3))).toBeNull()
})

test('A page without one of its blocks, with a button of another colour, or of another height is told apart', () => {
  const withoutBlock = picture((column, row) => (isIn(column, row, 0, 30, COLUMNS, 8) ? WHITE : text(column, row)))
  expect(compareSquares(PAGE, withoutBlock)).toMatch(/^It differs around \d+, \d+ /)
  const button = (grey: number) =>
    picture((column, row) => (isIn(column, row, 20, 50, 12, 5) ? grey : text(column, row)))
  expect(compareSquares(button(80), button(120))).toMatch(/^It differs around /)
  expect(compareSquares(button(80), button(80))).toBeNull()
  expect(compareSquares(PAGE, picture(text, ROWS - 4))).toBe('It measures 360 × 768 instead of 360 × 800 pixels.')
})
