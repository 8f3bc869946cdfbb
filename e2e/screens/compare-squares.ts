/** A picture as the mean colours of its squares: three bytes for each, row by row from the top left. */
export type Squares = { columns: number; rows: number; colours: Uint8Array }

/** The side of a square, in CSS pixels. */
export const SQUARE = 8

/** One line of text more or less is no other layout. */
const OTHER_HEIGHT = 3

/**
 * What counts as a difference: in a window of `size` times `size` squares, at least the share `of` of them differ by more
 * than `by` (0 to 255) in a colour. Another digit, another rendering of a font or a caret differ by less; a block that is
 * missing, moved or of another colour differs by more.
 */
const LIMITS = [
  { size: 3, of: 1, by: 28 },
  { size: 8, of: 0.4, by: 14 },
]

/** Says where two pictures of one screen differ; null when they show the same. */
export function compareSquares(kept: Squares, seen: Squares): string | null {
  if (kept.columns !== seen.columns || Math.abs(kept.rows - seen.rows) > OTHER_HEIGHT) {
    return `It measures ${sizeOf(seen)} instead of ${sizeOf(kept)} pixels.`
  }
  for (const { size, of, by } of LIMITS) {
    const place = findWindow(differing(kept, seen, by), kept.columns, size, of * size * size)
    if (place) return `It differs around ${place.x * SQUARE}, ${place.y * SQUARE} (pixels from the top left).`
  }
  return null
}

const sizeOf = ({ columns, rows }: Squares) => `${columns * SQUARE} × ${rows * SQUARE}`

/** For each square that both pictures have, 1 where a colour differs by more than `by`. */
function differing(kept: Squares, seen: Squares, by: number): Uint8Array {
  const differing = new Uint8Array(Math.min(kept.colours.length, seen.colours.length) / 3)
  for (let at = 0; at < differing.length * 3; at += 1) {
    if (Math.abs((kept.colours[at] ?? 0) - (seen.colours[at] ?? 0)) > by) differing[Math.floor(at / 3)] = 1
  }
  return differing
}

/** The first window with enough differing squares. */
function findWindow(differing: Uint8Array, columns: number, size: number, enough: number) {
  const rows = differing.length / columns
  // The sum of each rectangle from the top left makes the sum of any window four look-ups.
  const stride = columns + 1
  const sums = new Uint32Array(stride * (rows + 1))
  const sum = (x: number, y: number) => sums[y * stride + x] ?? 0
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      sums[(y + 1) * stride + x + 1] = (differing[y * columns + x] ?? 0) + sum(x, y + 1) + sum(x + 1, y) - sum(x, y)
    }
  }
  for (let y = 0; y + size <= rows; y += 1) {
    for (let x = 0; x + size <= columns; x += 1) {
      const inside = sum(x + size, y + size) - sum(x, y + size) - sum(x + size, y) + sum(x, y)
      if (inside >= enough) return { x: x + size / 2, y: y + size / 2 }
    }
  }
  return null
}
