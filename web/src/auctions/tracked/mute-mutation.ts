import { api, type Auction } from '@bidwell/contract'
import { mutationOptions } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { refetchIfFetching } from '../../cache/reads.ts'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'

type Mute = {
  /** Of the tracked auction. */
  id: number
  /** Epoch ms; null ends it. */
  until: number | null
}

/** Mutes the alerts of an auction that are not urgent until an instant. The event stream tells other pages. */
export const muteMutation = mutationOptions({
  mutationKey: ['auctions', 'mute'],
  mutationFn: ({ id, until }: Mute) => {
    const body = { until: until === null ? null : new Date(until).toISOString() }
    return call(api.snoozeAuction, { params: { id }, body })
  },
  onSuccess: (_reply, { id, until }, _result, { client }) => {
    const withMute = (auction: Auction) => (auction.id === id ? { ...auction, alertsMutedUntil: until } : auction)
    for (const queryKey of [KEYS.openAuctions, KEYS.endedAuctions]) {
      client.setQueryData(queryKey, (list: Auction[] | undefined) => list?.map(withMute))
      refetchIfFetching(client, queryKey)
    }
    toastSaved(until === null ? 'Alerts of it are sent again' : 'Muted until it ends. Urgent alerts still come.')
  },
  onError: (error) => toastError(messageOf(error)),
})

/** Whether only urgent alerts of an auction go out. */
export const isMuted = ({ alertsMutedUntil }: Auction, now: number): boolean =>
  alertsMutedUntil !== null && alertsMutedUntil > now
