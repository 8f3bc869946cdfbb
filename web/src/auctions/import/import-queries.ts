import { api, type Import, messages, type NewImport } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { toastError } from '../../ui/overlays/toasts.tsx'

const FOLLOW_EVERY_MS = 5_000

/** The imports of the last week, latest first. While one is in progress, they are read again every few seconds. */
export const importsQuery = queryOptions({
  queryKey: KEYS.imports,
  queryFn: async ({ signal }) => (await call(api.listImports, { signal })).data.imports,
  refetchInterval: ({ state }) => state.data?.[0]?.ended_at === null && FOLLOW_EVERY_MS,
})

/** The lines of an ended import of which not everything was done. They change no more. */
export const undoneQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.imports, id, 'undone'],
    queryFn: async ({ signal }) => (await call(api.readImport, { params: { id }, signal })).data.undone,
    staleTime: Infinity,
  })

export const importMutation = mutationOptions({
  mutationKey: ['imports', 'begin'],
  mutationFn: async (body: NewImport) => (await call(api.importAuctions, { body })).data.import,
  onSuccess: (begun, _given, _result, { client }) => keep(client, begun),
  // Its answer may have been lost.
  onError: (_error, _given, _result, { client }) => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
})

export const cancelMutation = mutationOptions({
  mutationKey: ['imports', 'cancel'],
  mutationFn: async (id: number) =>
    (await withReason(call(api.cancelImport, { params: { id } }), messages.importing.progress.notCancelled)).data
      .import,
  onSuccess: (cancelled, _given, _result, { client }) => keep(client, cancelled),
  onError: (error) => toastError(error.message),
})

const keep = (client: QueryClient, changed: Import) =>
  client.setQueryData(importsQuery.queryKey, (imports = []) => [
    changed,
    ...imports.filter(({ id }) => id !== changed.id),
  ])
