/** The tabs of the settings, in order. The one of plans comes last: it moves no other tab when it turns out to be there. */
export const SETTINGS_TABS = [
  'profile',
  'credentials',
  'bidding',
  'notifications',
  'security',
  'privacy',
  'subscription',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tab that `?tab=` asks for; the first one for an unknown value, and for plans where there are none. */
export function settingsTab(requested: string | null, showsPlans: boolean | undefined): SettingsTab {
  // The tab with one's data is about privacy.
  const name = requested === 'data' ? 'privacy' : requested
  const tab = SETTINGS_TABS.find((value) => value === name) ?? 'profile'
  return tab === 'subscription' && showsPlans === false ? 'profile' : tab
}
