import { useSyncExternalStore } from 'react'

let announcement = ''
const listeners = new Set<() => void>()

/** Announces a text to screen readers. It replaces the previous text, so announce simultaneous events in one text. */
export function announce(text: string) {
  // A screen reader reads only changes; the no-break space makes a repeated text a change.
  announcement = announcement === text ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Render it exactly once per page. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => announcement)
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
