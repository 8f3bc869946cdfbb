import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

/** A form that a button of a section has opened. Its first field takes the focus. */
export function OpenForm({ children, onCancel }: { children: ReactNode; onCancel: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place} className="flex max-w-md flex-col gap-3">
      {children}
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
