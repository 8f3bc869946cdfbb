import type { BillingInterval, Plan } from '@bidwell/contract'
import { openAuthDialog } from '../../account/dialog/open-auth-dialog.ts'
import { useSession } from '../../session/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { useBillingPortal, useCheckout } from '../use-payment-page.ts'
import type { PlanAction } from './plan-action.ts'

type PlanButtonProps = {
  plan: Plan
  interval: BillingInterval
  /** A plan is bought only once the address is verified. */
  needsAddress: boolean
  action: PlanAction
  /** Its button stands out from those of the other plans. */
  isRecommended: boolean
}

/** The button below a plan. */
export function PlanButton({ plan, interval, needsAddress, action, isRecommended }: PlanButtonProps) {
  const session = useSession()
  const checkout = useCheckout()
  const portal = useBillingPortal()
  switch (action.kind) {
    case 'none':
      return null
    case 'manage':
      return (
        <Link to="/settings?tab=subscription" className={buttonClass({})}>
          {action.label}
        </Link>
      )
    case 'sign-up':
      return <Button onClick={() => openAuthDialog('register')}>{action.label}</Button>
    case 'change':
      return (
        <>
          <Button busy={portal.busy} onClick={() => portal.open()}>
            {action.label}
          </Button>
          {portal.dialog}
        </>
      )
    case 'buy': {
      const buy = () => {
        if (session.kind === 'signed-in') checkout.open({ plan: plan.id, interval })
        else
          openAuthDialog('register', { kind: 'checkout', needsAddress, plan: plan.id, planName: plan.name, interval })
      }
      return (
        <>
          <Button variant={isRecommended ? 'primary' : 'secondary'} busy={checkout.busy} onClick={buy}>
            {action.label}
          </Button>
          {checkout.dialog}
        </>
      )
    }
  }
}
