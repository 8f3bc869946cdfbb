import { api, closedLotFromWire } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'

/** A later reading may add to it. */
const STALE_MS = 5 * 60_000

/** What is known of the sale of a closed auction; null when nothing was kept. */
export const closedLotQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.closedLots, id],
    queryFn: async ({ signal }) => {
      const { closed_lot: lot } = (await call(api.readClosedLot, { params: { id }, signal, prompt: true })).data
      return lot && closedLotFromWire(lot)
    },
    staleTime: STALE_MS,
  })
