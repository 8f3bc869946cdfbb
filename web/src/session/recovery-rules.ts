import { RECOVERY } from '@bidwell/contract'

/** A form's field as it stands on the page. `form` is the form's name, empty for a field that stands alone. */
export type TypedField = { form: string; name: string; value: string }

/** Whether a typed value may be kept in the browser: nothing secret by its name, nothing like a card number. */
export function isRecoverable({ name, value }: TypedField): boolean {
  const lower = name.toLowerCase()
  if (name === '' || RECOVERY.excludedFieldNames.some((word) => lower.includes(word))) return false
  const { min, max } = RECOVERY.cardDigits
  return !new RegExp(`^\\d{${min},${max}}$`).test(value.replace(/[\s-]/g, ''))
}

/** Fields grouped per form, as flat entries: `form/field`. */
export const formDataOf = (fields: readonly TypedField[]): Record<string, string> =>
  Object.fromEntries(fields.filter(isRecoverable).map(({ form, name, value }) => [`${form}/${name}`, value]))

export const fieldKey = ({ form, name }: Omit<TypedField, 'value'>): string => `${form}/${name}`

/** The amount that was being bid, dollars, where the page had a field for one. */
export function bidAmountIn(formData: Record<string, string>): number | undefined {
  const typed = Object.entries(formData).find(([key]) => key.endsWith('/maxBid'))?.[1]
  const amount = Number(typed?.replace(/[$,\s]/g, '') || Number.NaN)
  return Number.isFinite(amount) ? amount : undefined
}
