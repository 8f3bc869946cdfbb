import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS, Field, type FieldText } from './Field.tsx'

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

/** A text field for dollars. It does not validate the amount. */
export const MoneyField = ({ className, ...rest }: Omit<TextFieldProps, 'prefix' | 'type' | 'inputMode'>) => (
  <TextField
    {...rest}
    prefix="$"
    inputMode="decimal"
    autoComplete="off"
    className={classNames('tabular font-semibold', className)}
  />
)

/** A field for several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  className,
  ...textarea
}: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <textarea {...textarea} {...control} className={classNames(CONTROL_CLASS, 'py-2', className)} />}
  </Field>
)
