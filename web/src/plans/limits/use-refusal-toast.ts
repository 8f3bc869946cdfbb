import { useNavigate } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { toastAction, toastError } from '../../ui/overlays/toasts.tsx'

/**
 * Returns a function that reports a refusal in a toast: `reason` says why, and `state` how things are now. What a plan
 * refuses keeps its own words, and has the way out; what a busy server has not begun is done `again` from there. The toast stays
 * until it has been read.
 */
export function useRefusalToast() {
  const navigate = useNavigate()
  return (error: unknown, reason: string, state: string, again?: () => void) => {
    if (isApiError(error, 'plan_limit_reached'))
      return toastAction('error', reason, { help: state, label: 'See plans', act: () => void navigate('/pricing') })
    if (again && isApiError(error, 'unavailable'))
      return toastAction('error', reason, { help: state, label: 'Try again', act: again })
    toastError(`${state} ${reason}`, { persistent: true })
  }
}
