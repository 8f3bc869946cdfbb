import type { ReactNode } from 'react'

type RowsProps = {
  label: string
  /** Stands for a list without rows. */
  empty: string
  children: readonly ReactNode[]
}

/** The rows of a card, with lines between them. */
export const Rows = ({ label, empty, children }: RowsProps) =>
  children.length === 0 ? (
    <p className="text-ink-2">{empty}</p>
  ) : (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {children}
    </ul>
  )
