import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { RETRY_WHEN_ALLOWED } from '../../api/when-allowed.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { HOUR_MS } from '../../time/units.ts'

/** What items sold for whose titles match a text. The server keeps what the site showed for days. */
export const soldQuery = (words: string) =>
  queryOptions({
    queryKey: [...KEYS.sold, words],
    queryFn: async ({ signal }) => (await call(api.findSold, { query: { words }, signal })).data,
    staleTime: HOUR_MS,
    ...RETRY_WHEN_ALLOWED,
  })
