import { expect, test } from 'vitest'
import { type Chunk, chunkRows, drawnRows } from './list-chunks.ts'

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const idsOf = (chunks: readonly Chunk[]) => chunks.map(({ ids }) => ids)
const keyOf = (chunks: readonly Chunk[], id: number) => chunks.find(({ ids }) => ids.includes(id))?.key

/** The rows of `after` that are in another chunk than before, and would be created anew. */
const changed = (before: readonly Chunk[], after: readonly Chunk[]) =>
  before
    .flatMap(({ ids }) => ids)
    .filter((id) => keyOf(after, id) !== undefined && keyOf(after, id) !== keyOf(before, id))

test('A new list has ten rows in each chunk', () => {
  expect(idsOf(chunkRows(rows(1, 23), []))).toEqual([rows(1, 10), rows(11, 20), rows(21, 23)])
  expect(chunkRows([], [])).toEqual([])
})

test('A row that leaves the list moves no other row to another chunk', () => {
  const before = chunkRows(rows(1, 40), [])
  const after = chunkRows(
    rows(1, 40).filter((id) => id !== 11 && id !== 25),
    before,
  )
  expect(changed(before, after)).toEqual([])
})

test('New rows join the chunk of their place until it is full', () => {
  const before = chunkRows(rows(1, 30), [])
  const after = chunkRows([...rows(1, 5), ...rows(101, 105), ...rows(6, 30)], before)
  expect(changed(before, after)).toEqual([])
  expect(after[0]?.ids).toHaveLength(15)
  const split = chunkRows([...rows(1, 5), ...rows(101, 111), ...rows(6, 30)], before)
  expect(idsOf(split).slice(0, 2)).toEqual([
    [...rows(1, 5), ...rows(101, 110)],
    [111, ...rows(6, 10)],
  ])
  expect(changed(before, split)).toEqual(rows(6, 10))
})

test('A row that moves takes few others to another chunk', () => {
  const before = chunkRows(rows(1, 100), [])
  const after = chunkRows([1, 95, ...rows(2, 94), ...rows(96, 100)], before)
  expect(after.flatMap(({ ids }) => ids)).toEqual([1, 95, ...rows(2, 94), ...rows(96, 100)])
  expect(changed(before, after).length).toBeLessThan(20)
})

test('A list in another order gets new chunks, each with a key of its own', () => {
  const before = chunkRows(rows(1, 100), [])
  const scattered = rows(1, 100).toSorted((a, b) => ((a * 37) % 101) - ((b * 37) % 101))
  const after = chunkRows(scattered, before)
  expect(after.flatMap(({ ids }) => ids)).toEqual(scattered)
  expect(new Set(after.map(({ key }) => key)).size).toBe(after.length)
  expect(after.length).toBeLessThanOrEqual(20)
})

test('A list that is much shorter has few chunks', () => {
  const before = chunkRows(rows(1, 200), [])
  const every10th = rows(1, 200).filter((id) => id % 10 === 0)
  expect(idsOf(chunkRows(every10th, before))).toEqual([every10th.slice(0, 10), every10th.slice(10)])
})

test('The first rows are drawn, however they are spread over chunks', () => {
  expect(drawnRows(chunkRows(rows(1, 23), []), 15)).toEqual([rows(1, 10), rows(11, 15), []])
  const small: Chunk[] = [
    { key: 1, ids: rows(1, 5) },
    { key: 2, ids: rows(6, 9) },
    { key: 3, ids: rows(10, 20) },
  ]
  expect(drawnRows(small, 20)).toEqual(idsOf(small))
})
