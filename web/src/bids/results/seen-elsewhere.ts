import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'

/** Until when some browser of the user has shown every result, epoch ms; null where none has said so yet. */
export const seenElsewhereQuery = queryOptions({
  queryKey: KEYS.resultsSeen,
  queryFn: async ({ signal }) => {
    const { until } = (await call(api.readResultsSeen, { signal })).data
    return until === null ? null : Date.parse(until)
  },
})

/** Notes for the user's other browsers that every result until then was shown. Without an answer, they show them once more. */
export function noteSeen(until: number): void {
  call(api.noteResultsSeen, { body: { until: new Date(until).toISOString() } }).catch(() => {})
}
