import { useQuery } from '@tanstack/react-query'
import { useSite } from '../api/installation-queries.ts'
import { useUser } from '../session/session.ts'
import { Link } from '../ui/Link.tsx'
import { pricingQuery } from './plan-queries.ts'

/** The user's plan by its name, with the way to it. Empty without plans, and until the profile is read. */
export function PlanLine() {
  const { subscriptionTier } = useUser()
  const enabled = useSite()?.shows_plans === true
  const { data: pricing } = useQuery({ ...pricingQuery, enabled })
  const plan = pricing?.plans.find(({ id }) => id === subscriptionTier)
  if (!plan) return null
  return (
    <p className="text-small text-ink-2">
      Plan: {plan.name}.{' '}
      <Link to="/settings?tab=subscription" className="font-semibold text-accent underline underline-offset-4">
        See what it allows
      </Link>
    </p>
  )
}
