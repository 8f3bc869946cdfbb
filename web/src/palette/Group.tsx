import type { ReactNode } from 'react'

/** A heading, and the examples below it. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-3">
    <h3 className="text-lead font-semibold">{title}</h3>
    {children}
  </div>
)

/** Examples side by side, as far as there is room. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)
