import { messages, TOAST } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { outcomeLines } from './outcome-lines.ts'
import { dismiss, show, type Toast } from './toast-library.tsx'

export { dismiss, dismissOfPage, Toasts } from './toast-library.tsx'

let lastId = 0
/** Returns an id for a toast that its caller closes. */
export const nextId = () => `toast-${(lastId += 1)}`

/**
 * A toast replaces an earlier one with the same `id`. A `persistent` toast stays until the user dismisses it, on every page; an
 * error that is not goes with its page, unless `ofPage` says that it is not of a page.
 */
type ToastOptions = { id?: string; persistent?: boolean; ofPage?: boolean }

function showText(kind: Toast['kind'], content: ReactNode, options: ToastOptions, closeMs?: number) {
  const { id, persistent = false, ofPage = kind === 'error' && !persistent } = options
  const autoClose = persistent ? false : closeMs
  show({
    kind,
    content,
    id: id ?? nextId(),
    role: kind === 'error' ? 'alert' : 'status',
    ofPage,
    ...(autoClose !== undefined && { autoClose }),
  })
}

export const toastInfo = (text: string, options: ToastOptions = {}) =>
  showText('info', text, options, TOAST.infoCloseMs)
export const toastSuccess = (text: string, options: ToastOptions = {}) => showText('success', text, options)
export const toastWarning = (content: ReactNode, options: ToastOptions = {}) => showText('warning', content, options)
export const toastError = (text: string, options: ToastOptions = {}) => showText('error', text, options)

/** Says what became of a run whose dialog has gone. A failure stays until it has been read: nothing else shows it. */
export function toastOutcome(summary: readonly string[], failures: readonly string[]) {
  if (failures.length === 0) return toastInfo(summary.join(' '))
  const lines = outcomeLines(summary, failures).map((line) => <p key={line}>{line}</p>)
  toastWarning(<div>{lines}</div>, { persistent: true })
}

/** A short confirmation that a change was saved. */
export const toastSaved = (text: string) => showText('success', text, {}, TOAST.savedCloseMs)

type ContentToast = Pick<Toast, 'kind' | 'content' | 'id'> & { label: string; closeMs: number | false }

/**
 * Shows content with a picture and links of its own; what closes by itself goes with its page too. The caller announces it, so that
 * screen readers read it once.
 */
export const toastContent = ({ label, closeMs, ...toast }: ContentToast) =>
  show({ ...toast, role: 'group', ariaLabel: label, icon: false, autoClose: closeMs, ofPage: closeMs !== false })

type ActionOptions = {
  id?: string
  ofPage?: boolean
  /** A sentence below the text. */
  help: string
  label: string
  act: () => void
}

/** Asks the user to do something, and stays until the user does it or dismisses it. */
export function toastAction(
  kind: 'warning' | 'error',
  text: string,
  { id = nextId(), ofPage = false, help, label, act }: ActionOptions,
) {
  const actOnce = () => {
    dismiss(id)
    act()
  }
  show({
    kind,
    content: (
      <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
        <div>
          <p className="font-semibold">{text}</p>
          <p>{help}</p>
        </div>
        <Button size="dense" onClick={actOnce}>
          {label}
        </Button>
      </div>
    ),
    id,
    role: 'alert',
    ofPage,
    autoClose: false,
    closeOnClick: false,
  })
}

type UndoOptions = {
  undo: () => void
  /** Without a connection, the undo would fail: it stays for later. */
  needsConnection?: boolean
}
/** What Ctrl+Z can undo, the latest action last. */
const undoable = new Set<{ undo: () => void }>()
/** The latest action can be undone no more, because its toast has closed. */
let isUndoOver = false
/** How many users have left this page. */
let departures = 0

/**
 * Returns whether the user of this moment is still there. An answer that comes after its user has signed out is told to nobody:
 * somebody else may be there by then.
 */
export function watchUser(): () => boolean {
  const before = departures
  return () => departures === before
}

/**
 * Runs an action at the server, and offers to undo what it resolves to; null when it has done nothing. The page may show
 * the change before the answer comes, so that Ctrl+Z is taken meanwhile too: it undoes the action once it is done. An action of
 * many steps takes no further one once it is unwanted, or its user has left.
 */
export async function runUndoable(
  action: (isUnwanted: () => boolean) => Promise<({ text: ReactNode } & UndoOptions) | null>,
): Promise<void> {
  const isUserThere = watchUser()
  let isUnwanted = false
  const entry = {
    undo: () => {
      isUnwanted = undoable.delete(entry)
    },
  }
  undoable.add(entry)
  isUndoOver = false
  try {
    const done = await action(() => isUnwanted || !isUserThere())
    if (!done || !isUserThere()) return
    if (isUnwanted) done.undo()
    else toastUndo(done.text, { ...done, needsConnection: true })
  } finally {
    undoable.delete(entry)
  }
}

/** Reports an action and offers to undo it with a button, or with Ctrl+Z for the latest action. */
export function toastUndo(text: ReactNode, { undo, needsConnection }: UndoOptions) {
  const id = nextId()
  const entry = {
    undo: () => {
      if (needsConnection && !navigator.onLine) return toastError(messages.page.offlineNoChange, { id: 'offline' })
      if (!undoable.delete(entry)) return
      dismiss(id)
      undo()
    },
  }
  undoable.add(entry)
  isUndoOver = false
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
      if (undoable.delete(entry)) isUndoOver = undoable.size === 0
    },
  })
}

/** Closes all toasts: they are of a user who has left. Nothing of it can be undone. */
export function dismissAll() {
  departures += 1
  undoable.clear()
  isUndoOver = false
  dismiss()
}

/** Undoes the latest action that can still be undone, or says that it is too late. Returns false when there was none. */
export function undoLatest(): boolean {
  const latest = [...undoable].at(-1)
  latest?.undo()
  if (latest === undefined && isUndoOver) toastInfo(messages.page.undoOver, { id: 'undo-over' })
  return latest !== undefined || isUndoOver
}
