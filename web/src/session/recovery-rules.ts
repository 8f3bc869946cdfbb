import { RECOVERY, type RecoveryAction, type SavedFormData } from '@bidwell/contract'

/** A form field on the page. `form` is the form's key, or null for a field outside any form. */
export type FormField = { form: string | null; name: string; value: string }

/** Whether a value may be stored in the browser: not if its field has a secret name, or if it is a card number. */
export function isRecoverable({ name, value }: Omit<FormField, 'form'>): boolean {
  const lowerName = name.toLowerCase()
  if (name === '' || RECOVERY.excludedFieldNames.some((word) => lowerName.includes(word))) return false
  const { min, max } = RECOVERY.cardDigits
  return !new RegExp(`^\\d{${min},${max}}$`).test(value.replace(/[\s-]/g, ''))
}

/** The key of a form: its name and, after `#`, the auction it is for. Null without a name: it cannot be found again. */
export const formKey = (name: string, auctionId: string | undefined): string | null =>
  name === '' ? null : auctionId === undefined ? name : `${name}#${auctionId}`

/** Groups the recoverable values by form. `now` is epoch ms. */
export function savedFormData(fields: readonly FormField[], actionType: RecoveryAction, now: number): SavedFormData {
  const forms: SavedFormData['forms'] = {}
  const standalone: SavedFormData['standalone'] = {}
  const recoverable = fields.filter(isRecoverable)
  for (const { form, name, value } of recoverable) {
    if (form === null) standalone[name] = value
    else (forms[form] ??= {})[name] = value
  }
  return { forms, standalone, timestamp: now, actionType, isValid: recoverable.length > 0 }
}

/** The saved values one by one; none unless they are valid. */
export const savedFields = ({ forms, standalone, isValid }: SavedFormData): FormField[] =>
  isValid
    ? [...Object.entries(forms), [null, standalone] as const].flatMap(([form, values]) =>
        Object.entries(values).map(([name, value]) => ({ form, name, value })),
      )
    : []

/**
 * Adds what an earlier snapshot of the same page has: the page was loaded again before the user signed in, and its forms
 * are empty now.
 */
export function withEarlierFields(now: SavedFormData, earlier: SavedFormData): SavedFormData {
  return {
    ...now,
    forms: { ...earlier.forms, ...now.forms },
    standalone: { ...earlier.standalone, ...now.standalone },
    isValid: now.isValid || earlier.isValid,
  }
}
