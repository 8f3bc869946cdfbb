import { api, messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { requireSession } from '../api/session-events.ts'
import { useSingleMutation } from '../api/use-single-mutation.ts'
import { toastError } from '../ui/overlays/toasts.tsx'
import type { PlanChoice } from './plan-queries.ts'

/**
 * Asks for a page of the payment service and goes there. `busy` until the browser has left. Render `dialog`, which asks for a proof
 * of identity.
 */
export function usePaymentPage<Input = void>(
  ask: (input: Input) => Promise<{ data: { url: string } }>,
  onError?: (error: Error) => void,
) {
  const { withReauthentication, dialog } = useReauthentication()
  const { mutate, reset, error, isPending, isSuccess } = useSingleMutation({
    mutationFn: async (input: Input) => {
      requireSession(messages.endingSession.loginRequired)
      return (await withReauthentication(() => ask(input))).data.url
    },
    onSuccess: (url) => window.location.assign(url),
    ...(onError && { onError }),
  })
  useEffect(() => {
    // Going back may show this page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  return { open: mutate, busy: isPending || isSuccess, error, dialog }
}

/** Begins to buy a plan, and leaves for the page on which it is paid. */
export const useCheckout = () =>
  usePaymentPage(
    (choice: PlanChoice) => call(api.startCheckout, { body: choice }),
    (error) => toastError(messageOf(error), { id: 'checkout' }),
  )
