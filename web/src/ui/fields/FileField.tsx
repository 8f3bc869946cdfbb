import type { InputHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS, Field, type FieldText } from './Field.tsx'

type FileFieldProps = FieldText &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'accept'> & {
    /** Receives null when the user takes the choice back. */
    onFile: (file: File | null) => void
  }

export const FileField = ({ label, hint, error, accept, onFile }: FileFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <input
        {...control}
        type="file"
        accept={accept}
        onClick={({ currentTarget }) => {
          if (currentTarget.value === '') return
          // Browsers report no change when the same file is chosen again. Cancelling the next choice takes back the last one.
          currentTarget.value = ''
          onFile(null)
        }}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        className={classNames(
          CONTROL_CLASS,
          'py-1.5 file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border-0 file:bg-sunken file:px-3 file:font-semibold file:text-ink',
        )}
      />
    )}
  </Field>
)
