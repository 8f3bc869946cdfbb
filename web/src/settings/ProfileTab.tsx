import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useLogOut } from '../account/log-out.ts'
import { useSite } from '../api/installation-queries.ts'
import { ZipForm } from '../bids/shipping/ZipForm.tsx'
import { switchSignals } from '../bids/signals.ts'
import { pricingQuery } from '../plans/plan-queries.ts'
import { useUser } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { LogOut } from '../ui/icons.tsx'
import { TextLink } from '../ui/Link.tsx'
import { chooseDensity, DENSITIES, lastMinuteSignals, spokenCountdowns, useDensity } from '../ui/preferences.ts'
import { chooseTheme, THEMES, useTheme } from '../ui/theme.ts'

/** Who is signed in, and the settings of this device. */
export function ProfileTab() {
  const user = useUser()
  const theme = useTheme()
  const density = useDensity()
  const signals = lastMinuteSignals.use()
  const spoken = spokenCountdowns.use()
  const logOut = useLogOut()

  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-small text-ink-2">Signed in as</p>
          <p className="font-semibold wrap-anywhere">{user.email}</p>
          {!user.emailVerified && (
            <p className="text-small text-ink-2">
              This address is not verified yet. <TextLink to="/verify-email">Verify it</TextLink>
            </p>
          )}
          <PlanLine />
        </div>
        <Button onClick={() => void logOut()}>
          <LogOut aria-hidden size={18} />
          Sign out
        </Button>
      </Card>
      <Section title="Shipping">
        <ZipForm />
      </Section>
      <Section title="On this device">
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
        <Select
          label="Rows of auctions"
          className="sm:max-w-64"
          options={DENSITIES}
          value={density}
          onChange={(event) => {
            const selected = DENSITIES.find(({ value }) => value === event.target.value)
            if (selected) chooseDensity(selected.value)
          }}
        />
        <Checkbox
          label={messages.lastMinute.signals}
          hint={messages.lastMinute.signalsHint}
          checked={signals === 'on'}
          onChange={(event) => switchSignals(event.target.checked)}
        />
        <Checkbox
          label="Spoken countdowns"
          hint="A screen reader is told ten minutes and one minute before an auction with your bid on it ends."
          checked={spoken === 'on'}
          onChange={(event) => spokenCountdowns.write(event.target.checked ? 'on' : 'off')}
        />
      </Section>
    </div>
  )
}

/** The user's plan by its name, with the way to it. Empty without plans, and until the profile is read. */
function PlanLine() {
  const { subscriptionTier } = useUser()
  const enabled = useSite()?.shows_plans === true
  const { data: pricing } = useQuery({ ...pricingQuery, enabled })
  const plan = pricing?.plans.find(({ id }) => id === subscriptionTier)
  if (!plan) return null
  return (
    <p className="text-small text-ink-2">
      Plan: {plan.name}. <TextLink to="/settings?tab=subscription">See what it allows</TextLink>
    </p>
  )
}
