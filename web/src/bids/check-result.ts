import { api, messages } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { emitCacheEvent } from '../cache/cache-events.ts'
import { toastError } from '../ui/overlays/toasts.tsx'
import { bidsQuery } from './bid-queries.ts'

/** Whether the status of a bid could not be read last time: the user is told once, not with each further attempt. */
let isFailing = false

/** Reads the status of a due bid, in case the event stream has missed it. Another status has all bids read again. */
export async function checkResult(client: QueryClient, bidId: number): Promise<void> {
  try {
    const { status } = (await call(api.readBid, { params: { id: bidId }, silent: true })).data
    isFailing = false
    const listed = client.getQueryData(bidsQuery.queryKey)?.find(({ id }) => id === bidId)
    if (listed && listed.status !== status) emitCacheEvent('bid_status_changed', { inPlace: false })
  } catch (error) {
    // A bid that is gone and a session that has ended show elsewhere.
    if (isApiError(error) && [401, 404].includes(error.status)) return
    if (!isFailing) toastError(messages.bidRefusal.statusFailed(messageOf(error)), { id: 'bid-status' })
    isFailing = true
  }
}
