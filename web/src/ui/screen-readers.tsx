import type { ReactNode } from 'react'
import { createStore } from '../state/create-store.ts'

const announcement = createStore('')

/** Announces a text to screen readers. It replaces the previous text, so announce simultaneous events in one text. */
export function announce(text: string) {
  // A screen reader reads only changes; the no-break space makes a repeated text a change.
  announcement.set(announcement.get() === text ? `${text}\u00A0` : text)
}

/** Render it exactly once per page. */
export const LiveRegion = () => (
  <div aria-live="polite" className="sr-only">
    {announcement.use()}
  </div>
)

export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>

/** Roles in place of `ul` and `li`, which allow no element between them: a list in chunks has some. */
export const LIST = { role: 'list' } as const
export const LIST_ITEM = { role: 'listitem' } as const
