import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { Suspense } from 'react'
import { profileQuery } from '../account/profile-query.ts'
import { useLogOut } from '../account/logout/use-log-out.ts'
import { messageOf } from '../api/api-error.ts'
import { PauseSwitch } from '../bids/pause/PauseSwitch.tsx'
import { useUser } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { lazyOptional } from '../ui/lazy-optional.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { chooseTheme, THEMES, useTheme } from '../ui/theme.ts'
import { DayLimitForm } from './DayLimitForm.tsx'
import { LeadForm } from './LeadForm.tsx'

const PlanLine = lazyOptional(async () => (await import('../plans/PlanLine.tsx')).PlanLine)

/** Account, bidding and device settings. */
export function ProfileTab() {
  const user = useUser()
  const profile = useQuery(profileQuery)
  const theme = useTheme()
  const logOut = useLogOut()

  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-small text-ink-2">Signed in as</p>
          <p className="font-semibold wrap-anywhere">{user.email}</p>
          {!user.emailVerified && (
            <p className="text-small text-ink-2">
              This address is not verified yet.{' '}
              <Link to="/verify-email" className="font-semibold text-accent underline underline-offset-4">
                Verify it
              </Link>
            </p>
          )}
          <Suspense>
            <PlanLine />
          </Suspense>
        </div>
        <Button onClick={() => void logOut()}>
          <LogOut aria-hidden size={18} />
          Sign out
        </Button>
      </Card>

      <Card>
        <h2 className="text-lead font-semibold">Bidding</h2>
        <div className="mt-4">
          {profile.isSuccess && (
            <div key={profile.data.id} className="flex flex-col gap-6">
              <LeadForm seconds={profile.data.default_seconds_before_end} />
              <DayLimitForm limit={profile.data.day_limit} />
              <PauseSwitch />
            </div>
          )}
          {profile.isPending && <Skeleton className="h-172 sm:h-142" />}
          {profile.isError && (
            <LoadFailure
              title={messageOf(profile.error)}
              busy={profile.isFetching}
              onRetry={() => void profile.refetch()}
            />
          )}
        </div>
      </Card>

      <Card>
        <h2 className="text-lead font-semibold">On this device</h2>
        <div className="mt-4 flex flex-col gap-2">
          <Select
            label="Theme"
            className="sm:max-w-64"
            options={THEMES}
            value={theme}
            onChange={(event) => {
              const selected = THEMES.find(({ value }) => value === event.target.value)
              if (selected) chooseTheme(selected.value)
            }}
          />
        </div>
      </Card>
    </div>
  )
}
