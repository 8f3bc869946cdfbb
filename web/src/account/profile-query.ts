import { type Body, changeProfile, CLIENT_CACHE, type Profile, readProfile } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refetchIfFetching } from '../api/refetch-if-fetching.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }): Promise<Profile> => (await call(readProfile, { signal })).data,
  staleTime: CLIENT_CACHE.userTtlMs,
})

export const changeProfileMutation = mutationOptions({
  mutationKey: ['profile', 'change'],
  mutationFn: async (body: Body<typeof changeProfile>) => (await call(changeProfile, { body })).data,
  onSuccess: (profile, _body, _result, { client }) => {
    client.setQueryData(profileQuery.queryKey, profile)
    refetchIfFetching(client, profileQuery.queryKey)
    void client.invalidateQueries({ queryKey: ['day-limit'] })
  },
})
