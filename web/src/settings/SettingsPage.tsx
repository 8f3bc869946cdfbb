import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useSite, useSiteName } from '../api/site-query.ts'
import { CredentialsTab } from '../connection/CredentialsTab.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ProfileTab } from './ProfileTab.tsx'

const PrivacyTab = lazy(async () => ({ default: (await import('./privacy/PrivacyTab.tsx')).PrivacyTab }))
const SubscriptionTab = lazy(async () => ({
  default: (await import('../plans/subscription/SubscriptionTab.tsx')).SubscriptionTab,
}))
const NotificationsTab = lazy(async () => ({
  default: (await import('./NotificationsTab.tsx')).NotificationsTab,
}))
const SecurityTab = lazy(async () => ({ default: (await import('./security/SecurityTab.tsx')).SecurityTab }))

const TABS = ['profile', 'credentials', 'notifications', 'security', 'privacy', 'subscription'] as const

export function SettingsPage() {
  const [params, setParams] = useSearchParams()
  const site = useSiteName()
  const showsPlans = useSite()?.shows_plans
  const requested = TABS.find((value) => value === params.get('tab')) ?? 'profile'
  const tab = requested === 'subscription' && showsPlans === false ? 'profile' : requested
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>Settings</PageTitle>
      <Tabs
        label="Settings"
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        tabs={[
          { value: 'profile', label: 'You', panel: <ProfileTab /> },
          { value: 'credentials', label: `${site} login`, panel: <CredentialsTab /> },
          {
            value: 'notifications',
            label: 'Notifications',
            panel: (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <NotificationsTab />
              </Suspense>
            ),
          },
          {
            value: 'security',
            label: 'Security',
            panel: (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <SecurityTab />
              </Suspense>
            ),
          },
          {
            value: 'privacy',
            label: 'Privacy',
            panel: (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <PrivacyTab />
              </Suspense>
            ),
          },
          // The last one: it comes when the server has said that there are plans, and moves no other tab.
          ...(showsPlans === true || tab === 'subscription'
            ? [
                {
                  value: 'subscription' as const,
                  label: 'Subscription',
                  panel: (
                    <Suspense fallback={<Skeleton className="h-72" />}>
                      <SubscriptionTab />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
