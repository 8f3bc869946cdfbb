import { messages, startCheckout } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { toastError } from '../ui/toasts/toasts.tsx'
import type { PlanChoice } from './plan-queries.ts'
import { requireSession } from './require-session.ts'

/** Begins to buy a plan, and leaves for the page of the payment service. */
export const useCheckout = () =>
  useMutation({
    mutationKey: ['plan', 'checkout'],
    networkMode: 'always',
    mutationFn: async (choice: PlanChoice) => {
      requireSession(messages.session.loginRequired)
      return (await call(startCheckout, { body: choice })).data.url
    },
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toastError(messageOf(error), { id: 'checkout' }),
  })
