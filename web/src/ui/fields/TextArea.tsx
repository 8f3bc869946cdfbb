import type { TextareaHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS } from './control-class.ts'
import { Field, type FieldText } from './Field.tsx'

/** A field for several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  ...textarea
}: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <textarea {...textarea} {...control} className={classNames(CONTROL_CLASS, 'py-2')} />}
  </Field>
)
