import { RECOVERY } from '@bidwell/contract'

/** A form field on the page. `form` is the form's name, or empty for a field outside any form. */
export type FormField = { form: string; name: string; value: string }

/** Whether a value may be stored in the browser: not if its field has a secret name, or if it is a card number. */
export function isRecoverable({ name, value }: FormField): boolean {
  const lowerName = name.toLowerCase()
  if (name === '' || RECOVERY.excludedFieldNames.some((word) => lowerName.includes(word))) return false
  const { min, max } = RECOVERY.cardDigits
  return !new RegExp(`^\\d{${min},${max}}$`).test(value.replace(/[\s-]/g, ''))
}

/** The recoverable values by `fieldKey`. */
export const formDataOf = (fields: readonly FormField[]): Record<string, string> =>
  Object.fromEntries(fields.filter(isRecoverable).map((field) => [fieldKey(field), field.value]))

/** `form/field`. */
export const fieldKey = ({ form, name }: Omit<FormField, 'value'>): string => `${form}/${name}`

/** The amount typed into a `maxBid` field, dollars; undefined when there is none. */
export function bidAmountIn(formData: Record<string, string>): number | undefined {
  const text = Object.entries(formData).find(([key]) => key.endsWith('/maxBid'))?.[1]
  const amount = Number(text?.replace(/[$,\s]/g, '') || Number.NaN)
  return Number.isFinite(amount) ? amount : undefined
}
