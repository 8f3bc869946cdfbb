import { TOAST } from '@bidwell/contract'
import { type MouseEventHandler, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { buttonClass } from '../Button.tsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from '../icons.tsx'
import { toastsFrom } from './toasts-from.ts'

export type Toast = {
  kind: 'info' | 'success' | 'warning' | 'error'
  content: ReactNode
  id: string
  /** `alert` interrupts a screen reader; `group` leaves the announcement to the caller. */
  role: 'status' | 'alert' | 'group'
  /** The accessible name of a `group`. */
  ariaLabel?: string
  /** False where the content has a picture of its own. */
  icon?: false
  /** Ms, or false to stay until dismissed; the default time when absent. */
  autoClose?: number | false
  /** It goes when another page is opened. */
  ofPage?: boolean
  closeOnClick?: boolean
  onClose?: () => void
}

// Import the library only here: its two entry points keep separate lists of toasts.

const slide = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 160 })

const ICON = {
  info: <Info aria-hidden size={20} className="text-accent" />,
  success: <CircleCheck aria-hidden size={20} className="text-success" />,
  warning: <TriangleAlert aria-hidden size={20} className="text-warning" />,
  error: <CircleAlert aria-hidden size={20} className="text-danger" />,
} as const

const iconOf = ({ type }: { type: 'default' | keyof typeof ICON }) => (type === 'default' ? ICON.info : ICON[type])

function CloseButton({ closeToast }: { closeToast: MouseEventHandler }) {
  usePlace()
  return (
    <button
      type="button"
      aria-label="Dismiss"
      className={buttonClass({ variant: 'quiet', size: 'icon' }, '-my-2.5 ml-auto')}
      onClick={closeToast}
    >
      <X aria-hidden size={18} />
    </button>
  )
}

/** How often a toast looks at what is to stay free, ms. */
const LOOK_MS = 500
/** The height of the bar at the foot of a phone's window, px. */
const BOTTOM_BAR = 64

/** Keeps `data-free-of-toasts` free while a toast is shown: what is marked comes, goes and is scrolled. */
function usePlace() {
  useLayoutEffect(() => {
    function place() {
      const marked = [...document.querySelectorAll('[data-free-of-toasts]')]
      const edges = marked.map((element) => element.getBoundingClientRect().bottom)
      const pinned = document.querySelector('.pinned [data-last-minute]')
      const foot = pinned?.getBoundingClientRect().top ?? window.innerHeight - BOTTOM_BAR
      document.documentElement.style.setProperty('--toasts-from', `${toastsFrom(edges, foot)}px`)
    }
    place()
    const timer = setInterval(place, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

let isRendered = false

/** The list of toasts. Render it once, outside the app: an open dialog makes the app inert. */
export function Toasts() {
  useEffect(() => {
    isRendered = true
  }, [])
  return (
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
}

/** The library's id of the toast that was shown last for each id. */
const shown = new Map<string, string>()
/** The ids of the toasts that go with the page. */
const ofThisPage = new Set<string>()
let count = 0

/** Shows a toast, or replaces the one with the same id. Toasts shown before `Toasts` is rendered wait for it. */
export function show({ kind, content, id, ofPage = false, ...options }: Toast) {
  if (ofPage) ofThisPage.add(id)
  else ofThisPage.delete(id)
  const current = shown.get(id)
  if (current !== undefined && toast.isActive(current)) {
    toast.update(current, { ...options, type: kind, render: content })
    return
  }
  // The library shows nothing for the id of a toast that is just closing.
  count += 1
  const toastId = isRendered ? `${id} ${count}` : id
  shown.set(id, toastId)
  toast[kind](content, { ...options, toastId })
}

/** Closes a toast by its `id`, or all. */
export function dismiss(id?: string) {
  if (id === undefined) return toast.dismiss()
  const current = shown.get(id)
  if (current !== undefined) toast.dismiss(current)
}

/** Closes what was said of the page that is left. */
export function dismissOfPage() {
  for (const id of ofThisPage) dismiss(id)
  ofThisPage.clear()
}
