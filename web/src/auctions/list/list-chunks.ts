/** Rows of a list that the browser skips as a whole while they are far from the window. */
export type Chunk = { key: number; ids: number[] }

/** How many rows a new chunk has. */
const ROWS = 10
/** A chunk with more rows than this takes in no new ones. */
const MAX_ROWS = 15

/**
 * The chunks of a list. A row that changes its chunk is created anew, so a row keeps its chunk of `before` while its place
 * among the others stays the same. When that leaves too many small chunks, all are made anew.
 */
export function chunkRows(ids: readonly number[], before: readonly Chunk[]): Chunk[] {
  const kept = new Map(before.flatMap((chunk) => chunk.ids.map((id) => [id, chunk.key])))
  const used = new Set<number>()
  const chunks: Chunk[] = []
  let nextKey = Math.max(0, ...before.map(({ key }) => key)) + 1
  for (const id of ids) {
    const key = kept.get(id)
    const current = chunks.at(-1)
    const isReturning = key !== undefined && !used.has(key)
    const maxRows = current !== undefined && used.has(current.key) ? MAX_ROWS : ROWS
    if (current && !isReturning && (key === current.key || current.ids.length < maxRows)) {
      current.ids.push(id)
    } else if (isReturning) {
      used.add(key)
      chunks.push({ key, ids: [id] })
    } else {
      chunks.push({ key: nextKey, ids: [id] })
      nextKey += 1
    }
  }
  const tooMany = chunks.length > 2 * Math.ceil(ids.length / ROWS)
  return tooMany && before.length > 0 ? chunkRows(ids, []) : chunks
}

/** The rows of each chunk that are drawn when the list draws its first `rows` rows. */
export function drawnRows(chunks: readonly Chunk[], rows: number): number[][] {
  let left = rows
  return chunks.map(({ ids }) => {
    const drawn = ids.slice(0, left)
    left -= drawn.length
    return drawn
  })
}
