import { api } from '@bidwell/contract'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { toastError } from '../ui/toasts/toasts.tsx'
import type { PlanChoice } from './plan-queries.ts'
import { usePaymentPage } from './use-payment-page.ts'

/** Begins to buy a plan, and leaves for the page on which it is paid. */
export const useCheckout = () =>
  usePaymentPage(
    (choice: PlanChoice) => call(api.startCheckout, { body: choice }),
    (error) => toastError(messageOf(error), { id: 'checkout' }),
  )
