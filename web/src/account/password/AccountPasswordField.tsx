import { cleanPassword, messages } from '@bidwell/contract'
import { useState } from 'react'
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'

/** A field for the password of the Bidwell account. While the user types, it removes HTML tags, and says so. */
export function AccountPasswordField({ onChange, hint, ...rest }: PasswordFieldProps) {
  const [dropped, setDropped] = useState(false)
  const sanitize = (input: HTMLInputElement) => {
    const typed = input.value
    const sanitized = cleanPassword(typed)
    if (typed === '') setDropped(false)
    if (sanitized === typed) return
    setDropped(true)
    const caret = cleanPassword(typed.slice(0, input.selectionStart ?? typed.length)).length
    input.value = sanitized
    input.setSelectionRange(caret, caret)
  }
  return (
    <PasswordField
      {...rest}
      hint={
        dropped ? (
          <>
            <output className="block font-semibold text-warning">{messages.account.tagsDropped}</output>
            {hint}
          </>
        ) : (
          hint
        )
      }
      onChange={(event) => {
        sanitize(event.target)
        onChange?.(event)
      }}
    />
  )
}
