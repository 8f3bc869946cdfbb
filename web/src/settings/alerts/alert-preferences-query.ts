import { type AlertPreferences, api } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refetchIfFetching } from '../../cache/reads.ts'

/** Which alerts go out over which channels, and when not. */
export const alertPreferencesQuery = queryOptions({
  queryKey: ['alert-preferences'],
  queryFn: async ({ signal }) => (await call(api.readAlertPreferences, { signal })).data,
})

/**
 * Changes some of the preferences. The server replaces them all: they are read before, because the link of a mail or another
 * page may have changed others.
 */
export const changePreferencesMutation = mutationOptions({
  mutationKey: ['alert-preferences', 'change'],
  // One after the other: each reads what the one before has stored.
  scope: { id: 'alert-preferences' },
  mutationFn: async (change: (stored: AlertPreferences) => AlertPreferences) => {
    const { data: stored } = await call(api.readAlertPreferences)
    return (await call(api.changeAlertPreferences, { body: change(stored) })).data
  },
  onSuccess: (preferences, _change, _result, { client }) => {
    client.setQueryData(alertPreferencesQuery.queryKey, preferences)
    refetchIfFetching(client, alertPreferencesQuery.queryKey)
  },
})
