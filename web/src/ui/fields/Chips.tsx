import { classNames } from '../class-names.ts'
import { useInBrowser } from '../use-in-browser.ts'

type ChipsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  /** Breaks the row into lines in place of scrolling it. */
  wraps?: boolean
  chips: readonly { value: V; label: string; /** The number of items, shown after the label. */ count?: number }[]
}

/** A single choice between a few visible options. The row scrolls sideways when it does not fit, unless it wraps. In the server's HTML, it waits for the app. */
export const Chips = <V extends string>({ label, value, onChange, chips, wraps = false }: ChipsProps<V>) => (
  <fieldset
    aria-label={label}
    disabled={!useInBrowser()}
    className={classNames(
      'flex min-w-0 gap-2 py-1',
      wraps ? 'flex-wrap' : '-mx-4 max-w-[100vw] overflow-x-auto px-4 sm:mx-0 sm:px-0.5',
    )}
  >
    {chips.map((chip) => (
      <button
        key={chip.value}
        type="button"
        aria-pressed={chip.value === value}
        onClick={() => onChange(chip.value)}
        // Browsers leave a focused chip beyond the row's edge where it is.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        className={classNames(
          'min-h-10 shrink-0 rounded-full border px-3 text-small font-semibold tabular',
          chip.value === value
            ? 'border-accent bg-accent-tint text-accent'
            : 'border-edge bg-surface text-ink-2 hover:bg-sunken',
        )}
      >
        {chip.label}
        {chip.count !== undefined && <span className="font-normal"> {chip.count}</span>}
      </button>
    ))}
  </fieldset>
)
