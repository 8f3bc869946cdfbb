import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId()
  const isDescribed = hint !== undefined || error !== undefined
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={isDescribed ? id : undefined}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 break-words">{label}</span>
      </label>
      {isDescribed && (
        <div id={id} className="pb-2 pl-8 text-small text-ink-2">
          {error === undefined ? hint : <span className="text-danger">{error}</span>}
        </div>
      )}
    </div>
  )
}
