import { useId } from 'react'
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx'

type ZoneFieldProps = Omit<TextFieldProps, 'label' | 'hint'> & { zone: string; browserZone: string }

/** The time zone of a user. A browser that travels changes nothing: it only says that it is in another one. */
export function ZoneField({ zone, browserZone, ...field }: ZoneFieldProps) {
  const list = useId()
  return (
    <div className="w-full sm:max-w-80">
      <TextField
        label="Time zone"
        list={list}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint={
          <>
            Quiet hours and the times in alerts go by it.
            {zone !== browserZone && ` This browser is in ${browserZone}.`}
          </>
        }
        {...field}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
