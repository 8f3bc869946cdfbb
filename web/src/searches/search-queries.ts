import { api, messages, type NewSearch } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { withReason } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'
import { MINUTE_MS } from '../time/units.ts'
import { toastSaved } from '../ui/overlays/toasts.tsx'

/** The user's searches. Their runs are told by no event, so that they are read again while they are shown. */
export const searchesQuery = queryOptions({
  queryKey: [...KEYS.searches, 'list'],
  queryFn: async ({ signal }) => (await call(api.listSearches, { signal })).data,
  refetchInterval: MINUTE_MS,
})

/** The open items that a search matches. */
export const hitsQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.searches, id],
    queryFn: async ({ signal }) => (await call(api.readSearch, { params: { id }, signal })).data.items,
    refetchInterval: MINUTE_MS,
  })

export const tryMutation = mutationOptions({
  mutationKey: ['searches', 'try'],
  mutationFn: async (body: NewSearch) => (await call(api.trySearch, { body })).data,
})

export const saveMutation = mutationOptions({
  mutationKey: ['searches', 'save'],
  mutationFn: async ({ id, search: body }: { id: number | null; search: NewSearch }) =>
    (id === null ? await call(api.saveSearch, { body }) : await call(api.changeSearch, { params: { id }, body })).data
      .search,
  onSuccess: (_search, _given, _result, { client }) => {
    toastSaved(messages.search.page.saved)
    return readAgain(client)
  },
})

export const removeMutation = mutationOptions({
  mutationKey: ['searches', 'remove'],
  mutationFn: (id: number) => withReason(call(api.removeSearch, { params: { id } }), messages.search.page.notRemoved),
  onSuccess: (_data, _id, _result, { client }) => {
    toastSaved(messages.search.page.removed)
    return readAgain(client)
  },
})

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: KEYS.searches })
