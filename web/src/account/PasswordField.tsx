import { messages } from '@bidwell/contract'
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { buttonClass } from '../ui/button-class.ts'
import { TextField, type TextFieldProps } from '../ui/fields/TextField.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix'> & {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

/** Can be shown, takes pasted text, and warns of Caps Lock. */
export function PasswordField({ hint, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      hint={
        capsLock ? (
          <>
            <output className="font-semibold text-warning">{messages.account.capsLock}</output>
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
          aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
        </button>
      }
    />
  )
}
