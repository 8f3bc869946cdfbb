import { cleanEmail, messages } from '@bidwell/contract'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/fields/TextField.tsx'

type EmailFieldProps = Omit<TextFieldProps, 'type' | 'hint' | 'label'>

/**
 * A field for an e-mail address. While the user types, it drops the characters that no address may have, and says so.
 * Its type is text: in a field of type `email`, scripts cannot keep the caret where it is.
 */
export function EmailField({ onChange, onBlur, ...rest }: EmailFieldProps) {
  const [dropped, setDropped] = useState('')
  const clean = (input: HTMLInputElement) => {
    const typed = input.value
    const cleaned = cleanEmail(typed)
    setDropped((before) => (typed === '' ? '' : droppedFrom(typed) || before))
    if (cleaned === typed) return
    const caret = cleanEmail(typed.slice(0, input.selectionStart ?? typed.length)).length
    input.value = cleaned
    input.setSelectionRange(caret, caret)
  }
  return (
    <TextField
      autoComplete="username"
      {...rest}
      label="Email"
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      hint={dropped === '' ? undefined : <output>{messages.account.emailCharactersDropped(dropped)}</output>}
      onChange={(event) => {
        // While a keyboard composes a word, the text is the keyboard's; `onBlur` cleans what remains.
        if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) clean(event.target)
        onChange?.(event)
      }}
      onFocus={() => setDropped('')}
      onBlur={(event) => {
        clean(event.target)
        onBlur?.(event)
      }}
    />
  )
}

/** The dropped characters, except upper case and the spaces around, which carry no meaning. */
function droppedFrom(typed: string): string {
  const characters = [...new Set(typed.trim().toLowerCase())].filter((character) => cleanEmail(character) === '')
  return characters.map((character) => (character.trim() === '' ? 'spaces' : character)).join(' ')
}
