import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { buttonClass } from '../button-class.ts'
import { classNames } from '../class-names.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  /** Where the focus goes first; else to the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Cannot be left by a press beside it: for what must not be lost by a slip. */
  ignoreOutsideClicks?: boolean
}

const CENTRED =
  'm-auto w-full max-w-lg rounded-card transition duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0'

export const Dialog = (props: DialogProps) => <Modal {...props} popupClass={CENTRED} viewportClass="p-4" />

/** The frame that the dialog and the sheet share. Load it lazily: it is the larger part of either. */
export function Modal(props: DialogProps & { popupClass: string; viewportClass: string }) {
  const { open, onClose, title, description, children, actions, initialFocus, ignoreOutsideClicks = false } = props
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={ignoreOutsideClicks}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Viewport className={classNames('fixed inset-0 z-40 flex overflow-y-auto', props.viewportClass)}>
          <Base.Popup
            className={classNames(
              'relative flex flex-col bg-surface p-4 text-ink shadow-float sm:p-6',
              props.popupClass,
            )}
            {...(initialFocus && { initialFocus })}
          >
            <Base.Title className="py-1.5 pr-10 text-title font-semibold text-balance">{title}</Base.Title>
            {description !== undefined && (
              <Base.Description render={<div />} className="mt-1 text-body text-ink-2">
                {description}
              </Base.Description>
            )}
            {children !== undefined && <div className="mt-4 flex-1">{children}</div>}
            {actions !== undefined && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
            {/* Last, so that the focus goes to the first control of the content and not to the way out. */}
            <Base.Close
              aria-label="Close"
              className={buttonClass({ variant: 'quiet', size: 'icon' }, 'absolute top-3 right-2 sm:top-5 sm:right-4')}
            >
              <X aria-hidden size={20} />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
