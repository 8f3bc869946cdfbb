import { type ReactNode, useId } from 'react'
import { CircleAlert } from '../icons.tsx'

export type FieldText = {
  label: string
  /** Shown below the control and read aloud with it. */
  hint?: ReactNode
  error?: string | undefined
}

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

/** Connects a control with its label, hint and error for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldText & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.join(' ') || undefined,
        'aria-invalid': error !== undefined || undefined,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-small text-danger">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-small text-ink-2">
          {hint}
        </div>
      )}
    </div>
  )
}

/** The look of a control in which the user types or chooses. */
export const CONTROL_CLASS =
  'min-h-11 w-full rounded-control border border-edge bg-surface px-3 text-body text-ink aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-2'
