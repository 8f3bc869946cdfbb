import { TOAST } from '@bidwell/contract'
import { type ReactNode, Suspense } from 'react'
import { Button } from '../Button.tsx'
import { lazyOptional } from '../lazy-optional.tsx'

export type Toast = {
  kind: 'info' | 'success' | 'warning' | 'error'
  content: ReactNode
  id: string
  /** `alert` interrupts a screen reader. */
  role: 'status' | 'alert'
  /** Ms, or false to stay until dismissed; absent for the usual time. */
  autoClose?: number | false
  closeOnClick?: boolean
  onClose?: () => void
}

const loadLibrary = () => import('./toast-library.tsx')
const ToastList = lazyOptional(async () => (await loadLibrary()).ToastList)

/** The one list of toasts. It belongs beside the application, not in it: dialogs cover the application and silence it. */
export const Toasts = () => (
  <Suspense>
    <ToastList />
  </Suspense>
)

// A toast is never the only record of anything, so one that cannot be drawn is let go.
const letGo = () => {}
const show = (toast: Toast) => void loadLibrary().then((library) => library.show(toast), letGo)
const dismiss = (id: string) => void loadLibrary().then((library) => library.dismiss(id), letGo)

let lastId = 0
const nextId = () => `toast-${(lastId += 1)}`

/** A later toast of the same `id` takes the place of the earlier. `stays`: until dismissed. */
type Saying = { id?: string; persistent?: boolean }

function say(kind: Toast['kind'], content: string, { id, persistent }: Saying, closeMs?: number) {
  const autoClose = persistent ? false : closeMs
  show({
    kind,
    content,
    id: id ?? nextId(),
    role: kind === 'error' ? 'alert' : 'status',
    ...(autoClose !== undefined && { autoClose }),
  })
}

export const toastInfo = (text: string, saying: Saying = {}) => say('info', text, saying, TOAST.infoCloseMs)
export const toastSuccess = (text: string, saying: Saying = {}) => say('success', text, saying)
export const toastWarning = (text: string, saying: Saying = {}) => say('warning', text, saying)
export const toastError = (text: string, saying: Saying = {}) => say('error', text, saying)

/** A short confirmation that something was kept. */
export const toastSaved = (text: string, saying: Saying = {}) => say('success', text, saying, TOAST.savedCloseMs)

type Undoable = { undo: () => void; /** Undo can no longer come: time to make it final. */ onSettled?: () => void }
const undoable = new Set<{ undo: () => void }>()

/** Says what was done, and offers to take it back: by the button, or by Ctrl+Z for the latest. */
export function toastUndo(text: ReactNode, { undo, onSettled }: Undoable) {
  const id = nextId()
  let undone = false
  const entry = {
    undo: () => {
      if (!undoable.delete(entry)) return
      undone = true
      dismiss(id)
      undo()
    },
  }
  undoable.add(entry)
  show({
    kind: 'success',
    content: (
      <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
        <span>{text}</span>
        <Button size="dense" onClick={entry.undo}>
          Undo
        </Button>
      </div>
    ),
    id,
    role: 'status',
    autoClose: TOAST.undoCloseMs,
    closeOnClick: false,
    onClose: () => {
      undoable.delete(entry)
      if (!undone) onSettled?.()
    },
  })
}

/** Takes back the latest thing that still can be; false when there is none. */
export function undoLatest(): boolean {
  const latest = [...undoable].at(-1)
  latest?.undo()
  return latest !== undefined
}
