import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type LucideIcon, TriangleAlert } from './icons.tsx'
import { type Tone, TONE_CLASS } from './tone.ts'

export type BannerProps = {
  tone: Tone
  icon: LucideIcon
  title?: string
  children?: ReactNode
  /** Buttons or links after the text. */
  action?: ReactNode
  /** `alert` interrupts a screen reader; use it when the user must act now. */
  role?: 'status' | 'alert' | 'note'
}

export const Banner = ({ tone, icon: Icon, title, children, action, role = 'status' }: BannerProps) => (
  <div
    role={role}
    className={classNames('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card p-3 sm:px-4', TONE_CLASS[tone])}
  >
    <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
    <div className="min-w-0 flex-1 basis-48 text-body wrap-anywhere">
      {title !== undefined && <p className="font-semibold">{title}</p>}
      {children !== undefined && <div className="text-ink">{children}</div>}
    </div>
    {action}
  </div>
)

/** Reports a failed action, and interrupts a screen reader to do so. */
export const ErrorBanner = (props: Pick<BannerProps, 'title' | 'children'>) => (
  <Banner tone="danger" icon={TriangleAlert} role="alert" {...props} />
)
