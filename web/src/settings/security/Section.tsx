import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'

type SectionProps = { title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode }

/** One matter of the tab: what it is, what can be done about it, and what there is. It keeps the focus of what closes. */
export const Section = ({ title, text, action, children }: SectionProps) => (
  <KeepFocus label={title}>
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lead font-semibold">{title}</h2>
          {text !== undefined && <p className="mt-1 max-w-prose text-ink-2">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </Card>
  </KeepFocus>
)

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
