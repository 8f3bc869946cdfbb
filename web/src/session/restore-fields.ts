import type { FormField } from './recovery-rules.ts'
import { formOf, type TextInput, textFields } from './text-fields.ts'
import { isTyped } from './typed-fields.ts'

/** Returns saved values into their fields, where the page shows them. Returns how many changed, and what is left. */
export function restoreFields(saved: readonly FormField[]): { changed: number; left: FormField[] } {
  let changed = 0
  const left = saved.filter(({ form, name, value }) => {
    const input = textFields().find((field) => field.name === name && formOf(field) === form && !field.disabled)
    if (input === undefined) return true
    // What the user has typed since is newer.
    if (input.value !== value && !isTyped(input)) {
      typeInto(input, value)
      changed += 1
    }
    return false
  })
  return { changed, left }
}

/** Acts like a user who types: React replaces the `value` setter and would ignore a plain assignment. */
function typeInto(input: TextInput, text: string) {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
