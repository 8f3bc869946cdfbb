import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect } from '../story.ts'
import type { Album } from './album.ts'
import { spreadHistory } from './spread-history.ts'

/** Reads the history of some months from the dashboard on, and saves it as a file. */
export async function readHistory(page: Page, album: Album): Promise<void> {
  await spreadHistory(page)
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'History' }).click()
  const chart = page.getByRole('figure', { name: 'Spent and saved by month' })
  await expect(chart).toBeVisible()
  const months = await page.getByRole('row', { name: /: won \d+ of/ }).count()
  const listed = (await page.getByRole('rowheader').count()) - months
  await album.show('history')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.length - 1).toBe(listed)
  await album.show('export')
}
