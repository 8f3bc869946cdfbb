import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KEPT } from './kept-pictures.ts'
import { ALL_FILES, listOfPictures } from './list-pictures.ts'

const LIST = 'README.md'
const MAX_BYTES = 6_500_000

/** Without what aligns the columns of a table. */
const rows = (text: string) => text.replaceAll(/ +| ?-+ ?/g, ' ')

test('Exactly the screens of the table are kept, each at its widths and in both themes, with a list that names them, in under 6.5 MB', () => {
  const files = readdirSync(KEPT)
  expect(files.filter((file) => file !== LIST).toSorted()).toEqual(ALL_FILES.toSorted())
  expect(rows(readFileSync(join(KEPT, LIST), 'utf8'))).toBe(rows(listOfPictures()))
  const bytes = files.map((file) => statSync(join(KEPT, file)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})
