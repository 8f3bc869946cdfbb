/** The look of a control in which the user types or chooses. */
export const CONTROL_CLASS =
  'min-h-11 w-full rounded-control border border-edge bg-surface px-3 text-body text-ink aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-2'
