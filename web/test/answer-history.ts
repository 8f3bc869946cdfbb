import { api, type WireHistoryEntry } from '@bidwell/contract'
import type { Answers } from './answers.ts'
import { fixedHistory, monthsOf, totalOf } from './fixed-history.ts'

const MONTHS = { now: Date.parse('2026-10-07T18:00:00.000Z'), houseUrl: 'https://house.example' }

/** The entries of a history of several months. What is deleted is gone, and comes back when it is restored. */
export function answerHistory(answers: Answers, count?: number): WireHistoryEntry[] {
  const entries = fixedHistory(MONTHS, count)
  const deleted = new Set<number>()
  const shown = () => entries.filter(({ bid }) => bid === null || !deleted.has(bid.id))
  answers
    .to(api.listHistory, ({ query }) => {
      const wanted = query.result?.split(',')
      return { data: { entries: shown().filter(({ result }) => wanted?.includes(result) ?? true), next_cursor: null } }
    })
    .to(api.totalHistory, () => ({ data: { total: totalOf(shown()), months: monthsOf(shown()) } }))
    .to(api.deleteBids, ({ body: { bidIds } }) => {
      for (const id of bidIds) deleted.add(id)
      return { data: { deleted_bids: bidIds.length, deleted_auctions: 0, refused: [] } }
    })
    .to(api.restoreBids, ({ body: { bidIds } }) => {
      for (const id of bidIds) deleted.delete(id)
      return { data: { restored_bids: bidIds.length, restored_auctions: 0, refused: [] } }
    })
  return entries
}
