import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { LucideIcon } from './icons.tsx'
import { type Tone, TONE_CLASS } from './tone.ts'

/** A state as an icon and a word; the colour only repeats them. */
export const Tag = ({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-flex min-h-6 items-center gap-1.5 rounded-tag px-2 py-0.5 text-label font-semibold',
      TONE_CLASS[tone],
    )}
  >
    <Icon aria-hidden size={14} strokeWidth={2.5} className="shrink-0" />
    {children}
  </span>
)
