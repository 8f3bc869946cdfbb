import { api, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError, toastSuccess } from '../../ui/toasts/toasts.tsx'

/** Asks the server to mail a link that resets the password. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (email: string) =>
      withReason(call(api.requestReset, { body: { email } }), messages.account.resetRequestFailed),
    networkMode: 'always',
    onSuccess: () => toastSuccess(messages.mailLink.resetSent, { id: 'reset-link' }),
    onError: () => toastError(messages.account.resetLinkNotSent, { id: 'reset-link' }),
  })
