import { type ReactNode, useId } from 'react'

type ChoiceProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: string; hint?: ReactNode }[]
}

/** One of a few options, each with a line that explains it. */
export function Choice<V extends string>({ label, value, onChange, options }: ChoiceProps<V>) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-small font-semibold">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-edge p-3 has-checked:border-accent has-checked:bg-accent-tint"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span className="font-semibold">{option.label}</span>
            {option.hint !== undefined && <span className="block text-small text-ink-2">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
