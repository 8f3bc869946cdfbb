import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toastSaved } from '../overlays/toasts.tsx'

/** Once settings are saved: says so, and shows the stored values in the fields of the form. What was typed since then stays. */
export const whenSaved = <Values extends FieldValues>(form: UseFormReturn<Values>, saved: Values, text = 'Saved') => ({
  onSuccess: () => {
    toastSaved(text)
    // The cast is safe: these are the names of the form's fields.
    for (const name of Object.keys(saved) as Path<Values>[]) {
      if (form.getValues(name) === saved[name]) form.resetField(name)
    }
  },
})
