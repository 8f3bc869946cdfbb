import { api, type Body, CLIENT_CACHE, messages, type Profile } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { withReason } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'
import { refetchIfFetching } from '../cache/reads.ts'

export const profileQuery = queryOptions({
  queryKey: KEYS.profile,
  queryFn: async ({ signal }): Promise<Profile> =>
    (await withReason(call(api.readProfile, { signal }), messages.account.profileFailed)).data,
  staleTime: CLIENT_CACHE.userTtlMs,
})

export const changeProfileMutation = mutationOptions({
  mutationKey: ['profile', 'change'],
  mutationFn: async (body: Body<typeof api.changeProfile>) => (await call(api.changeProfile, { body })).data,
  onSuccess: (profile, _body, _result, { client }) => {
    client.setQueryData(profileQuery.queryKey, profile)
    refetchIfFetching(client, profileQuery.queryKey)
    void client.invalidateQueries({ queryKey: KEYS.exposure })
    void client.invalidateQueries({ queryKey: KEYS.itemCost })
  },
})
