import type { LoginChange } from '@bidwell/contract'
import { toastWarning } from '../ui/toasts/toasts.tsx'

/** Shows the bids that are still sent with the former login. */
export function showNotStopped({ not_stopped }: LoginChange) {
  for (const { title, message } of not_stopped) toastWarning(`${title}. ${message}`, { persistent: true })
}
