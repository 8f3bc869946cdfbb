import type { ButtonHTMLAttributes, Ref } from 'react'
import { type ButtonStyle, buttonClass } from './button-class.ts'
import { Spinner } from './loading/Spinner.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    /** Shows a spinner and ignores clicks, but keeps the focus. */
    busy?: boolean
    /** Why the button is disabled, shown to the user. The button stays focusable, so that the reason can be read. */
    whyNot?: string | null
    ref?: Ref<HTMLButtonElement>
  }

/** `variant` and `size` set the style; use `className` only for layout. */
export function Button({ variant, size, busy, whyNot, className, children, onClick, type, ...rest }: ButtonProps) {
  const inactive = busy === true || (whyNot !== undefined && whyNot !== null)
  return (
    <button
      {...rest}
      type={type ?? 'button'}
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
