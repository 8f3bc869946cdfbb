import { api, messages, type WireBid } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { toastInfo } from '../ui/overlays/toasts.tsx'

/**
 * The pending bids on a tracked auction. When they cannot be read, there are none, and a notice says so; nothing is said
 * of an auction that is not tracked any more.
 */
export const scheduledBidsQuery = ({ id, title }: { id: number; title: string }) =>
  queryOptions({
    queryKey: ['scheduled-bids', id],
    queryFn: async ({ signal }): Promise<WireBid[]> => {
      try {
        return (await call(api.listScheduledBids, { params: { id }, signal, silent: true })).data.bids
      } catch (error) {
        if (signal.aborted) throw error
        if (!isApiError(error) || ![401, 404].includes(error.status)) {
          toastInfo(messages.bid.scheduledNotRead(title), { id: 'scheduled-bids' })
        }
        return []
      }
    },
    staleTime: 0,
  })
