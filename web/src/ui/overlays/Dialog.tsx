import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { createStore } from '../../state/create-store.ts'
import { buttonClass } from '../Button.tsx'
import { classNames } from '../class-names.ts'
import { X } from '../icons.tsx'

export type DialogProps = {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode
  /** Receives the focus; by default, or with null, the first control does. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null)
  /** Returns what receives the focus once the dialog closes; by default, the control that had it before does. */
  finalFocus?: (() => HTMLElement | null) | undefined
  /** Keeps the dialog open when the user clicks beside it, so that typed input is not lost by mistake. */
  ignoreOutsideClicks?: boolean
  /** As wide as the window allows, for a picture. */
  wide?: boolean
  /** Whatever else is or becomes open stays below this dialog. */
  staysOnTop?: boolean
}

const CENTERED = 'm-auto w-full rounded-card transition duration-150 motion-safe:starting:opacity-0'

// On a phone, the room above the dialog is for toasts, which would cover its title.
export const Dialog = (props: DialogProps) => (
  <Modal
    {...props}
    popupClass={classNames(CENTERED, props.wide === true ? 'max-w-5xl' : 'max-w-lg')}
    viewportClass="p-4 max-sm:pt-(--toast-room)"
  />
)

/** The common part of `Dialog` and `Sheet`. It is open as long as it is rendered. Load it lazily, because it is large. */
function Modal(props: DialogProps & { popupClass: string; viewportClass: string }) {
  const {
    onClose,
    title,
    description,
    children,
    actions,
    initialFocus,
    finalFocus,
    ignoreOutsideClicks = false,
  } = props
  const isBelow = useIsBelow(props.staysOnTop ?? false)
  // What opens later would be above it otherwise.
  const layer = props.staysOnTop === true ? 'z-50' : 'z-40'
  return (
    <Base.Root
      open
      onOpenChange={(open) => !open && onClose()}
      modal={!isBelow}
      disablePointerDismissal={ignoreOutsideClicks || isBelow}
    >
      <Base.Portal>
        <Base.Backdrop
          // Over a sheet as well: in the dark, the two would look like one.
          forceRender
          className={classNames('fixed inset-0 bg-veil transition duration-150 motion-safe:starting:opacity-0', layer)}
        />
        <Base.Viewport className={classNames('fixed inset-0 flex overflow-y-auto', layer, props.viewportClass)}>
          <Base.Popup
            className={classNames(
              'relative flex flex-col bg-surface p-4 text-ink shadow-float sm:p-6',
              props.popupClass,
            )}
            {...(initialFocus && { initialFocus })}
            {...(finalFocus && { finalFocus })}
          >
            <Base.Title className="py-1.5 pr-10 text-title font-semibold text-balance">{title}</Base.Title>
            {description !== undefined && (
              <Base.Description render={<div />} className="mt-1 text-body text-ink-2">
                {description}
              </Base.Description>
            )}
            {children !== undefined && <div className="mt-4 flex-1">{children}</div>}
            {actions !== undefined && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
            {/* Last in the document, so that the first focus goes to the content and not to the close button. */}
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

// The room at the bottom is an element: padding there would hold an action bar away from the edge.
const SLIDING =
  'sheet mt-auto max-h-[calc(100dvh-var(--toast-room))] w-full scroll-pb-32 overflow-y-auto rounded-t-card pb-0 after:h-[max(1rem,env(safe-area-inset-bottom))] after:shrink-0 transition duration-[180ms] ease-out motion-safe:starting:translate-y-8 motion-safe:starting:opacity-0 sm:mt-0 sm:pb-0 sm:ml-auto sm:h-dvh sm:max-h-none sm:max-w-md sm:rounded-none sm:motion-safe:starting:translate-x-8 sm:motion-safe:starting:translate-y-0'

/** A dialog that slides in from the bottom on a phone and from the right on wider screens. */
export const Sheet = (props: DialogProps) => <Modal {...props} popupClass={SLIDING} viewportClass="" />

/** Whether a dialog is open that stays above all others. */
const topDialogOpen = createStore(false)

/**
 * Whether a dialog is below the one that stays above all others. Two modal dialogs that open at the same moment hide each
 * other from screen readers: the lower one must not be modal meanwhile.
 */
function useIsBelow(staysOnTop: boolean): boolean {
  const isTopOpen = topDialogOpen.use()
  useEffect(() => {
    if (!staysOnTop) return undefined
    topDialogOpen.set(true)
    return () => topDialogOpen.set(false)
  }, [staysOnTop])
  return isTopOpen && !staysOnTop
}
