import type { ButtonHTMLAttributes, Ref } from 'react'
import { type ButtonStyle, buttonClass } from './button-class.ts'
import { Spinner } from './loading/Spinner.tsx'
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
