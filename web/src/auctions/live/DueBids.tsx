import { type Bid, CLIENT_CACHE, messages } from '@bidwell/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { bidResultQuery, bidsQuery } from '../../bids/bid-queries.ts'
import { toastError } from '../../ui/toasts/toasts.tsx'

/** Polls the results of due bids, in case the event stream has missed them. */
export function DueBids({ bids }: { bids: readonly Bid[] }) {
  const client = useQueryClient()
  const results = useQueries({
    queries: bids.slice(0, CLIENT_CACHE.queueBatch).map((bid) => ({
      ...bidResultQuery(bid.id),
      refetchInterval: CLIENT_CACHE.queueEveryMs,
    })),
  })
  const changed = results.some(({ data }) => bids.some((bid) => bid.id === data?.id && bid.status !== data.status))
  useEffect(() => {
    if (changed) void client.invalidateQueries({ queryKey: bidsQuery.queryKey })
  }, [client, changed])

  const failure = results.find(({ error }) => isApiError(error) && ![0, 401, 404].includes(error.status))?.error
  useEffect(() => {
    if (failure) toastError(messages.bid.statusFailed(messageOf(failure)), { id: 'bid-status' })
  }, [failure])
  return null
}
