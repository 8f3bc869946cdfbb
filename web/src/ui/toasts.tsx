import { TOAST } from '@bidwell/contract'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { MouseEventHandler, ReactNode } from 'react'
import { cssTransition, type ToastOptions, ToastContainer, toast } from 'react-toastify/unstyled'
import { Button } from './Button.tsx'
import { buttonClass } from './button-class.ts'

// The library's other entry point keeps its own list of toasts, so nothing else may import either of them.

const slide = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 160 })

const ICON = {
  info: <Info aria-hidden size={20} className="text-petrol" />,
  success: <CircleCheck aria-hidden size={20} className="text-moss" />,
  warning: <TriangleAlert aria-hidden size={20} className="text-brass" />,
  error: <CircleAlert aria-hidden size={20} className="text-red" />,
} as const

const iconOf = ({ type }: { type: 'default' | keyof typeof ICON }) => (type === 'default' ? ICON.info : ICON[type])

const CloseButton = ({ closeToast }: { closeToast: MouseEventHandler }) => (
  <button
    type="button"
    aria-label="Dismiss"
    className={buttonClass({ variant: 'quiet', size: 'icon' }, '-my-2.5 ml-auto')}
    onClick={closeToast}
  >
    <X aria-hidden size={18} />
  </button>
)

/** The one container. It stands outside the application's tree that dialogs make inert. */
export const Toasts = () => (
  <ToastContainer
    aria-label="Messages"
    newestOnTop
    closeOnClick
    draggable
    draggablePercent={80}
    autoClose={TOAST.closeMs}
    transition={slide}
    icon={iconOf}
    closeButton={CloseButton}
  />
)

/** `id` keeps the same thing from being said twice at once. */
type Saying = { id?: string; /** Until dismissed. */ stays?: boolean }

const options = ({ id, stays }: Saying, rest: ToastOptions): ToastOptions => ({
  role: 'status',
  ...rest,
  ...(id !== undefined && { toastId: id }),
  ...(stays && { autoClose: false }),
})

export const toastInfo = (text: string, saying: Saying = {}) =>
  toast.info(text, options(saying, { autoClose: TOAST.infoCloseMs }))

export const toastSuccess = (text: string, saying: Saying = {}) => toast.success(text, options(saying, {}))

/** A short confirmation that something was kept. */
export const toastSaved = (text: string, saying: Saying = {}) =>
  toast.success(text, options(saying, { autoClose: TOAST.savedCloseMs }))

export const toastWarning = (text: string, saying: Saying = {}) => toast.warning(text, options(saying, {}))

export const toastError = (text: string, saying: Saying = {}) => toast.error(text, options(saying, { role: 'alert' }))

type Undoable = { undo: () => void; /** Undo can no longer come: time to make it final. */ onSettled?: () => void }
const undoable: { undo: () => void }[] = []

/** Says what was done, and offers to take it back: by the button, or by Ctrl+Z for the latest. */
export function toastUndo(text: ReactNode, { undo, onSettled }: Undoable) {
  let undone = false
  const entry = {
    undo: () => {
      undone = true
      toast.dismiss(id)
      undo()
    },
  }
  undoable.push(entry)
  const id = toast.success(
    <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
      <span>{text}</span>
      <Button size="dense" onClick={entry.undo}>
        Undo
      </Button>
    </div>,
    {
      role: 'status',
      autoClose: TOAST.undoCloseMs,
      closeOnClick: false,
      onClose: () => {
        undoable.splice(undoable.indexOf(entry), 1)
        if (!undone) onSettled?.()
      },
    },
  )
}

/** Takes back the latest thing that still can be; false when there is none. */
export function undoLatest(): boolean {
  const latest = undoable.at(-1)
  latest?.undo()
  return latest !== undefined
}
