import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { day } from '../time/day.ts'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { briefInBothZones } from '../time/zoned-times.ts'
import { Banner } from '../ui/Banner.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { CalendarClock, CreditCard } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { SeePlans } from './limits/LimitNotice.tsx'
import { planNotice } from './plan-notice.ts'
import { pricingQuery, subscriptionQuery, trialQuery } from './plan-queries.ts'
import { limitsText } from './pricing/plan-text.ts'
import { freePlanOf } from './subscription/standing.ts'

/** Stands on every page when the plan needs attention: a payment has failed, or the trial ends or has just ended. */
export function PlanBanner() {
  const { data: details } = useQuery(subscriptionQuery)
  const { data: trial } = useQuery(trialQuery)
  const { data: pricing } = useQuery(pricingQuery)
  const { pathname, search } = useLocation()
  const now = useNow(MINUTE_MS)
  if (!details || !trial || pathname === '/pricing' || new URLSearchParams(search).get('tab') === 'subscription') {
    return null
  }
  const notice = planNotice(details, trial, now)
  const free = freePlanOf(pricing)
  switch (notice?.kind) {
    case undefined:
      return null
    case 'past_due':
      return (
        <Banner
          tone="danger"
          icon={CreditCard}
          role="alert"
          title="Your last payment did not go through."
          action={
            <Link to="/settings?tab=subscription" className={buttonClass({ size: 'dense' })}>
              Settle it
            </Link>
          }
        >
          {notice.until === null
            ? `Your plan is ${details.plan_name} until it is paid.`
            : `${details.plan_name} holds until ${day(notice.until)}.`}
        </Banner>
      )
    case 'trial_ends':
      return (
        <Banner
          tone="warning"
          icon={CalendarClock}
          title={`Your free trial ends ${briefInBothZones(notice.at, now)}.`}
          action={<SeePlans />}
        >
          Then your plan is {free ? `${free.name}: ${limitsText(free)}` : 'free'}. Bids that are scheduled by then still
          go out.
        </Banner>
      )
    case 'trial_ended':
      return (
        <Banner tone="info" icon={CalendarClock} title="Your free trial has ended." action={<SeePlans />}>
          The auctions you track stay readable, and bids that are scheduled still go out.
          {free && ` Your plan is ${free.name} now: ${limitsText(free)}.`}
        </Banner>
      )
  }
}
