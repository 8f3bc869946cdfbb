import { messages } from '@bidwell/contract'
import { type KeyboardEvent, useState } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx'
import { Eye, EyeOff } from '../../ui/icons.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix'> & {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

/** A password field with a button that shows the password, and with a warning about Caps Lock. */
export function PasswordField({ hint, ...rest }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...rest}
      type={isVisible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      hint={
        capsLock ? (
          <>
            <output className="block font-semibold text-warning">{messages.account.capsLock}</output>
            {hint}
          </>
        ) : (
          hint
        )
      }
      suffix={
        <button
          type="button"
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
          aria-label={isVisible ? 'Hide what is typed' : 'Show what is typed'}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
        </button>
      }
    />
  )
}
