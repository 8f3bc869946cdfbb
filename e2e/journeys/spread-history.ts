import type { HistoryMonth, HistoryTotals, WireHistoryEntry } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { monthsOf } from '../../web/test/fixed-history.ts'

const DAY = 24 * 3_600_000
/** How many days ago each result came, latest first, over and over. */
const DAYS_AGO = [0, 0, 2, 5, 9, 24, 31, 36, 44, 50, 58, 66, 71, 80, 93, 99]

type Answer<Data> = { data: Data }

/**
 * No journey waits for a month to pass: the answers of the server about the history show the results of a minute as those
 * of some months. Months are told as the site's time zone has them.
 */
export async function spreadHistory(page: Page): Promise<void> {
  // The page asks for both at once, and the sums follow from the rows.
  const rows = Promise.withResolvers<WireHistoryEntry[]>()
  await page.route('**/api/history?*', async (route) => {
    const response = await route.fetch()
    const reply: Answer<{ entries: WireHistoryEntry[] }> = await response.json()
    reply.data.entries = reply.data.entries.map((entry, index) => {
      const at = Date.parse(entry.at) - (DAYS_AGO[index] ?? 99) * DAY
      return { ...entry, at: new Date(at).toISOString() }
    })
    rows.resolve(reply.data.entries)
    await route.fulfill({ response, json: reply })
  })
  await page.route('**/api/history/totals*', async (route) => {
    const response = await route.fetch()
    const reply: Answer<{ total: HistoryTotals; months: HistoryMonth[] }> = await response.json()
    reply.data.months = monthsOf(await rows.promise)
    await route.fulfill({ response, json: reply })
  })
}
