import { api, type BillingInterval, messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { requireSession } from '../api/session-events.ts'
import { useSingleMutation } from '../api/use-single-mutation.ts'
import { toastError } from '../ui/overlays/toasts.tsx'

type PlanChoice = { plan: string; interval: BillingInterval }

/**
 * Asks for a page of the payment service and goes there, or says why not. `busy` until the browser has left. Render `dialog`, which asks for a proof
 * of identity.
 */
function usePaymentPage<Input = void>(ask: (input: Input) => Promise<{ data: { url: string } }>) {
  const { withReauthentication, dialog } = useReauthentication()
  const { mutate, reset, isPending, isSuccess } = useSingleMutation({
    mutationFn: async (input: Input) => {
      requireSession(messages.endingSession.loginRequired)
      return (await withReauthentication(() => ask(input))).data.url
    },
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toastError(messageOf(error), { id: 'payment-page' }),
  })
  useEffect(() => {
    // Going back may show this page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  return { open: mutate, busy: isPending || isSuccess, dialog }
}

/** Begins to buy a plan, and leaves for the page on which it is paid. */
export const useCheckout = () => usePaymentPage((choice: PlanChoice) => call(api.startCheckout, { body: choice }))

/** Leaves for the page on which plan and card are changed, open payments made and invoices shown. */
export const useBillingPortal = () => usePaymentPage(() => call(api.openBillingPortal))
