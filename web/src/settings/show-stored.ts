import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Shows the stored values in the fields that have been saved. What was typed since then stays. */
export function showStored<Values extends FieldValues>(form: UseFormReturn<Values>, saved: Values) {
  // The cast is safe: these are the names of the form's fields.
  for (const name of Object.keys(saved) as Path<Values>[]) {
    if (form.getValues(name) === saved[name]) form.resetField(name)
  }
}
