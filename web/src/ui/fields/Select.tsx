import type { Ref, SelectHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { ChevronDown } from '../icons.tsx'
import { CONTROL_CLASS, Field, type FieldText } from './Field.tsx'

type SelectProps = FieldText &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly { value: string; label: string }[]
    ref?: Ref<HTMLSelectElement>
  }

/** A native select, because phones show native lists best. */
export const Select = ({ label, hint, error, options, className, ...select }: SelectProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <div className={classNames('relative', className)}>
        <select {...select} {...control} className={classNames(CONTROL_CLASS, 'appearance-none pr-10')}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={18} className="pointer-events-none absolute inset-y-0 right-3 my-auto" />
      </div>
    )}
  </Field>
)
