import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS } from './control-class.ts'
import { Field, type FieldText } from './Field.tsx'

export type TextFieldProps = FieldText &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> & {
    ref?: Ref<HTMLInputElement>
    /** Shown inside the box, before or after the text. */
    prefix?: ReactNode
    suffix?: ReactNode
  }

export function TextField({ label, hint, error, prefix, suffix, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={classNames('relative', className)}>
          {prefix !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-2">
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={classNames(CONTROL_CLASS, prefix !== undefined && 'pl-7', suffix !== undefined && 'pr-12')}
          />
          {suffix !== undefined && <span className="absolute inset-y-0 right-0 grid place-items-center">{suffix}</span>}
        </div>
      )}
    </Field>
  )
}
