import { TOAST } from '@bidwell/contract'
import { useNavigate } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { siteClock } from '../../time/site-clock.ts'
import { MAX_TIMER_MS } from '../../time/use-now-until.ts'
import { dismiss, nextId, toastAction, toastError } from '../../ui/overlays/toasts.tsx'

type Refusal = {
  error: unknown
  reason: string
  /** How things are now. */
  state: string
  /** When the auction that it names closes, epoch ms. */
  endsOn: number
  /** Does once more what a busy server has not begun. */
  again?: () => void
}

/**
 * Returns a function that reports in a toast why something about an auction was refused. What a plan refuses keeps its own words, and
 * has the way out. The toast stays until it has been read, its auction has closed or another page is opened.
 */
export function useRefusalToast() {
  const navigate = useNavigate()
  return ({ error, reason, state, endsOn, again }: Refusal) => {
    const id = nextId()
    const options = { id, ofPage: true, help: state }
    if (isApiError(error, 'plan_limit_reached'))
      toastAction('error', reason, { ...options, label: 'See plans', act: () => void navigate('/pricing') })
    else if (again && isApiError(error, 'unavailable'))
      toastAction('error', reason, { ...options, label: 'Try again', act: again })
    else toastError(`${state} ${reason}`, { id, persistent: true, ofPage: true })
    // What was refused because the auction had closed is still to be read.
    const leftMs = Math.max(TOAST.closeMs, endsOn - siteClock.now())
    setTimeout(() => dismiss(id), Math.min(leftMs, MAX_TIMER_MS))
  }
}
