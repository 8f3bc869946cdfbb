import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './loading/placeholders.tsx'
import { useInBrowser } from './use-in-browser.ts'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    /** Shows a spinner and ignores clicks, but keeps the focus. */
    busy?: boolean
    /** Why the button is disabled, shown to the user. The button stays focusable, so that the reason can be read. */
    whyNot?: string | null
    ref?: Ref<HTMLButtonElement>
  }

/** `variant` and `size` set the style; use `className` only for layout. In the server's HTML, the button waits for the app. */
export function Button(props: ButtonProps) {
  const { variant, size, busy, whyNot, className, children, onClick, type, disabled, ...rest } = props
  const isWaiting = !useInBrowser()
  const inactive = busy === true || (whyNot !== undefined && whyNot !== null)
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={isWaiting || disabled}
      data-waiting={isWaiting || undefined}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      title={whyNot ?? rest.title}
      onClick={(event) => {
        if (inactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** `icon` is a square with an icon only; it needs an `aria-label`. */
  size?: 'normal' | 'dense' | 'icon' | undefined
}

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control border text-center text-body font-semibold select-none aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:not-data-waiting:opacity-60'

const VARIANT = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-110',
  secondary: 'border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:brightness-110',
} as const

const SIZE = { normal: 'min-h-11 px-4 py-1.5', dense: 'min-h-10 px-3 py-1.5', icon: 'size-11' } as const

/** The class names of a button, also for links that look like one. */
export const buttonClass = ({ variant = 'secondary', size = 'normal' }: ButtonStyle, className?: string): string =>
  classNames(BASE, VARIANT[variant], SIZE[size], className)
