import { classNames } from '../class-names.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

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
