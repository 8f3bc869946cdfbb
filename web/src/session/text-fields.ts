import { formKey } from './recovery-rules.ts'

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
