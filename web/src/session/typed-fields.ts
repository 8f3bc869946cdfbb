import { formKey } from './recovery-rules.ts'

/** The fields that the user has typed into since the page was loaded. */
const typed = new WeakSet<EventTarget>()

/** Notes from now on which fields the user types into. Returns the function that stops it. */
export function noteTypedFields(): () => void {
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

function note({ target }: Event) {
  if (target !== null) typed.add(target)
}

/** Whether the user has typed into a field. What only the page has filled in may be out of date tomorrow. */
export const isTyped = (field: EventTarget): boolean => typed.has(field)

export type TextInput = HTMLInputElement | HTMLTextAreaElement

const TEXT_TYPES = new Set(['text', 'email', 'tel', 'url', 'search', 'number', 'textarea'])

/** The fields for text, except those of forms with `data-private`, which ask for codes. */
export const textFields = () =>
  [...document.querySelectorAll<TextInput>('input, textarea')].filter(
    (input) => TEXT_TYPES.has(input.type) && input.form?.dataset.private === undefined,
  )

/** The key of a field's form; null outside of forms with a name. */
// By its attribute: a form's property `name` gives way to a field with that name.
export const formOf = ({ form }: TextInput) => formKey(form?.getAttribute('name') ?? '', form?.dataset.auction)
