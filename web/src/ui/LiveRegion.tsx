import { useSyncExternalStore } from 'react'

type Urgency = 'polite' | 'assertive'
const said: Record<Urgency, string> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Speaks to screen readers only. A later announcement replaces an earlier one, so merge what falls together. */
export function announce(text: string, urgency: Urgency = 'polite') {
  // A no-break space more or less, so that the same words said twice are still a change.
  said[urgency] = said[urgency] === text ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The page has exactly one. */
export function LiveRegion() {
  const polite = useSyncExternalStore(subscribe, () => said.polite)
  const assertive = useSyncExternalStore(subscribe, () => said.assertive)
  return (
    <div className="sr-only">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  )
}
