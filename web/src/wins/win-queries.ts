import { api, messages, type WireWin } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { withReason } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'
import { toastError } from '../ui/overlays/toasts.tsx'

/** A won item with what its sentences need: the day at the site, such as `2026-11-26`, and the site's page for paying. */
export type Win = WireWin & { today: string; payUrl: string }

/** The event stream tells each change. The day at the site, by which a date is overdue, changes without one. */
const STALE_MS = 10 * 60_000

/** What the user has won in the last weeks, latest first, and how the site's lists of orders were read. */
export const winsQuery = queryOptions({
  queryKey: [...KEYS.wins, 'list'],
  queryFn: async ({ signal }) => {
    const { data } = await call(api.listWins, { signal })
    const { today, pay_url: payUrl, readings } = data
    return { wins: data.wins.map((win): Win => ({ ...win, today, payUrl })), readings, payUrl }
  },
  staleTime: STALE_MS,
})

/** A won item by the bid that won it, whenever it was won. */
export const winQuery = (bidId: number) =>
  queryOptions({
    queryKey: [...KEYS.wins, bidId],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.readWin, { params: { id: bidId }, signal })
      return { ...data.win, today: data.today, payUrl: data.pay_url } satisfies Win
    },
    staleTime: STALE_MS,
  })

export const sayPaidMutation = mutationOptions({
  mutationKey: ['wins', 'paid'],
  mutationFn: async ({ win, paid }: { win: Pick<Win, 'bid_id'>; paid: boolean }) =>
    (await call(api.sayPaid, { params: { id: win.bid_id }, body: { paid } })).data.win,
  onSuccess: (said, _given, _result, { client }) => putWin(client, said),
  onError: (error) => toastError(error.message),
})

function putWin(client: QueryClient, said: WireWin) {
  client.setQueryData(winsQuery.queryKey, (list) =>
    list === undefined
      ? list
      : { ...list, wins: list.wins.map((win) => (win.bid_id === said.bid_id ? { ...win, ...said } : win)) },
  )
  void client.invalidateQueries({ queryKey: KEYS.wins })
}

/** Has the server read the site's lists of orders; an event tells when it has. */
export const askMutation = mutationOptions({
  mutationKey: ['wins', 'check'],
  mutationFn: async () =>
    (await withReason(call(api.askForOrders, { body: {} }), messages.payment.page.notAsked)).data.readings,
  onSuccess: (readings, _given, _result, { client }) =>
    client.setQueryData(winsQuery.queryKey, (list) => list && { ...list, readings }),
  onError: (error) => toastError(error.message),
})
