import { type LoginChange, messages } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'
import { toastSuccess, toastWarning } from '../ui/overlays/toasts.tsx'
import { setConnectionStatus } from './connection-query.ts'

/**
 * Options for mutations that store or remove the site login: they cache the new status, say that it worked, and warn of
 * a login that another account has, too, and of each bid that still goes out with the former login. They run even when the form is gone, unlike the callbacks of
 * `mutate`: the event stream may close the form before the reply arrives.
 */
export const reportLoginChange = (siteName: string, done: string) => ({
  onSuccess: (change: LoginChange, _given: unknown, _result: unknown, { client }: { client: QueryClient }) => {
    setConnectionStatus(client, change)
    toastSuccess(done)
    if (change.shared) toastWarning(messages.connection.shared(siteName))
    for (const bid of change.not_stopped) warnOf(bid)
  },
})

const warnOf = ({ title, message }: LoginChange['not_stopped'][number]) =>
  toastWarning(
    <>
      <strong className="block font-semibold">{title}</strong>
      {message}
    </>,
    { persistent: true },
  )
