import type { Page } from '@playwright/test'
import type { Place } from '../../web/test/fixed-auction.ts'
import { fixedHistory, monthsOf, totalOf } from '../../web/test/fixed-history.ts'

/** Answers every read of the history with one of several months. */
export async function answerHistory(page: Page, place: Place): Promise<void> {
  const entries = fixedHistory(place)
  const answer = (path: string, data: object) =>
    page.route(`**/api/history${path}`, (route) => route.fulfill({ json: { success: true, data } }))
  await answer('?*', { entries, next_cursor: null })
  await answer('/totals*', { total: totalOf(entries), months: monthsOf(entries) })
}
