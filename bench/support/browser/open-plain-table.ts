import { readFile } from 'node:fs/promises'
import { type MeasuredPage, openBlankPage } from '../../../e2e/measurements/measure-page.ts'

export type PlainTable = MeasuredPage & {
  /** Writes a new price into the row at a place of the table. */
  raise: (index: number) => Promise<void>
}

/** Opens a page with a table of 500 rows and nothing else, in a browser of its own. */
export async function openPlainTable(): Promise<PlainTable> {
  const measured = await openBlankPage()
  await measured.page.setContent(await readFile(new URL('../../programs/plain-table.html', import.meta.url), 'utf8'))
  return { ...measured, raise: (index) => measured.page.evaluate(`raise(${index})`) }
}
