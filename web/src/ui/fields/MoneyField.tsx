import { classNames } from '../class-names.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** Dollars as typed text. What it must be is the form's rule. */
export const MoneyField = ({ className, ...rest }: Omit<TextFieldProps, 'prefix' | 'type' | 'inputMode'>) => (
  <TextField
    {...rest}
    prefix="$"
    inputMode="decimal"
    autoComplete="off"
    className={classNames('tabular font-semibold', className)}
  />
)
