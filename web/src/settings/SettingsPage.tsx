import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useSite, useSiteName } from '../api/installation-queries.ts'
import { CredentialsTab } from '../connection/CredentialsTab.tsx'
import { SubscriptionTab } from '../plans/subscription/SubscriptionTab.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { AlertsTab } from './alerts/AlertsTab.tsx'
import { BiddingTab } from './bidding/BiddingTab.tsx'
import { PrivacyTab } from './PrivacyTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { SecurityTab } from './security/SecurityTab.tsx'
import { SETTINGS_TABS, type SettingsTab, settingsTab } from './settings-tab.ts'

function SettingsPage() {
  const [params, setParams] = useSearchParams()
  const site = useSiteName()
  const showsPlans = useSite()?.shows_plans
  const tab = settingsTab(params.get('tab'), showsPlans)
  const tabs: Record<SettingsTab, { label: string; panel: ReactNode }> = {
    profile: { label: 'You', panel: <ProfileTab /> },
    credentials: { label: `${site} login`, panel: <CredentialsTab /> },
    bidding: { label: 'Bidding', panel: <BiddingTab /> },
    notifications: { label: 'Alerts', panel: <AlertsTab /> },
    security: { label: 'Security', panel: <SecurityTab /> },
    privacy: { label: 'Privacy', panel: <PrivacyTab /> },
    subscription: { label: 'Subscription', panel: showsPlans && <SubscriptionTab /> },
  }
  const hasSubscription = showsPlans === true || tab === 'subscription'
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>Settings</PageTitle>
      <Tabs
        label="Settings"
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        tabs={SETTINGS_TABS.filter((value) => value !== 'subscription' || hasSubscription).map((value) => ({
          value,
          ...tabs[value],
        }))}
      />
    </div>
  )
}

export { SettingsPage as Component }
