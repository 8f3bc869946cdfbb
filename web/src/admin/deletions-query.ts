import { api } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The requests to delete accounts, for the administrator. */
export const deletionsQuery = queryOptions({
  queryKey: ['admin', 'deletions'],
  queryFn: async ({ signal }) => (await call(api.listDeletions, { signal })).data.deletions,
  retry: false,
})

/** Deletes the account of somebody else. */
export const deleteAccountOfMutation = mutationOptions({
  mutationKey: ['admin', 'deletions', 'add'],
  mutationFn: async (body: { email: string; reason: string }) => (await call(api.deleteAccountOf, { body })).data,
  onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries(deletionsQuery),
})

/** Cancels a request to delete an account. */
export const keepAccountMutation = mutationOptions({
  mutationKey: ['admin', 'deletions', 'cancel'],
  mutationFn: ({ id, reason }: { id: number; reason: string }) =>
    call(api.keepAccount, { params: { id }, body: { reason } }),
  onSettled: (_data, _error, _id, _result, { client }) => client.invalidateQueries(deletionsQuery),
})
