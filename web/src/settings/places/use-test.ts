import { api, type Destination, type WireDelivery } from '@bidwell/contract'
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { destinationsQuery } from './destinations-query.ts'

const FOLLOWED_MS = 30_000
const READ_EVERY_MS = 1_500

type Sent = { deliveryId: string; /** Epoch ms. */ at: number }
/** `isOver`: it has ended, or has waited so long that only the log follows it further. */
type Followed = { delivery: WireDelivery | null; isOver: boolean }

/** Reads the log until the test alert has ended, for half a minute at most. */
const followQuery = (sent: Sent | undefined) =>
  queryOptions({
    queryKey: ['test-alert', sent?.deliveryId],
    queryFn:
      sent === undefined
        ? skipToken
        : async ({ signal, client }): Promise<Followed> => {
            const { deliveries } = (await call(api.listDeliveries, { signal })).data
            const delivery = deliveries.find(({ id }) => id === sent.deliveryId) ?? null
            const hasEnded = delivery !== null && delivery.outcome !== null
            // The test may have shown that the place is gone, or that it works again.
            if (hasEnded) void client.invalidateQueries(destinationsQuery)
            return { delivery, isOver: hasEnded || deviceClock.now() - sent.at >= FOLLOWED_MS }
          },
    staleTime: Infinity,
    refetchInterval: ({ state: { data, status } }) => (data?.isOver || status === 'error' ? false : READ_EVERY_MS),
  })

/** Sends a test alert to a place, and follows it. */
export function useTest({ id }: Pick<Destination, 'id'>) {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: async (): Promise<Sent> => {
      const { delivery_id: deliveryId } = (await call(api.testDestination, { params: { id } })).data
      return { deliveryId, at: deviceClock.now() }
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: KEYS.deliveries }),
  })
  const followed = useQuery(followQuery(send.data))
  const isFollowing = send.isSuccess && !followed.isError && followed.data?.isOver !== true
  return {
    start: () => send.mutate(),
    isBusy: send.isPending || isFollowing,
    error: send.error ?? followed.error,
    delivery: followed.data?.delivery ?? null,
    isOver: followed.data?.isOver === true,
  }
}
