import type { ReactNode } from 'react'
import { KeepFocus } from '../KeepFocus.tsx'
import { Card } from './Card.tsx'

type SectionProps = { id?: string; title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode }

/** One matter of a page: what it is, what can be done about it, and what there is. It keeps the focus of what closes. */
export const Section = ({ id, title, text, action, children }: SectionProps) => (
  <KeepFocus label={title}>
    <Card id={id} className="flex grow scroll-mt-20 flex-col gap-4">
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
