import { CreditCard } from 'lucide-react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useBillingPortal } from './use-subscription-call.ts'

/** Why a change was not made; after a declined card, with the way to another one. */
export function ChangeFailure({ error }: { error: Error }) {
  const portal = useBillingPortal()
  if (!isApiError(error, 'payment_declined')) return <ErrorBanner title={messageOf(error)} />
  return (
    <Banner
      tone="danger"
      icon={CreditCard}
      role="alert"
      title={messageOf(error)}
      action={
        <Button size="dense" busy={portal.busy} onClick={() => portal.open()}>
          Use another card
        </Button>
      }
    >
      {portal.error && messageOf(portal.error)}
    </Banner>
  )
}
