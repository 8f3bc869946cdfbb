import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type PopoverProps = { trigger: ReactElement; title: string; children: ReactNode }

/** Floats beside the control that opens it. Load it lazily. */
export const Popover = ({ trigger, title, children }: PopoverProps) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={8} collisionPadding={12} className="z-40">
        <Base.Popup className="max-w-80 rounded-card border border-line bg-surface p-4 text-ink shadow-float">
          <Base.Title className="font-semibold">{title}</Base.Title>
          <div className="mt-1 text-small text-ink-2">{children}</div>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
