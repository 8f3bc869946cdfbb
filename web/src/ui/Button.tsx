import type { ButtonHTMLAttributes, Ref } from 'react'
import { type ButtonStyle, buttonClass } from './button-class.ts'
import { Spinner } from './Spinner.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    /** At work: shows a spinner and ignores presses, but keeps the focus. */
    busy?: boolean
    /** Why it cannot be pressed now, in words; the button stays reachable so that they can be read. */
    whyNot?: string | null
    ref?: Ref<HTMLButtonElement>
  }

/** Takes any class name for layout; its looks come from `variant` and `size`. */
export function Button({ variant, size, busy, whyNot, className, children, onClick, type, ...rest }: ButtonProps) {
  const held = busy === true || (whyNot !== undefined && whyNot !== null)
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      title={whyNot ?? rest.title}
      onClick={(event) => {
        if (held) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
