import type { ReactNode } from 'react'

type ActionBarProps = {
  /** What the main button will do, in one line above the buttons. */
  outcome?: ReactNode
  /** The buttons, the main one first. */
  children: ReactNode
}

/**
 * The buttons of a form that may be longer than its pane: they stay in sight at the pane's lower edge. A dialog keeps them off the
 * window's edge, and the strip below them hides what scrolls past there.
 */
export const ActionBar = ({ outcome, children }: ActionBarProps) => (
  <div className="sticky bottom-0 z-10 flex flex-col gap-2 border-t border-line bg-surface py-3 after:absolute after:-inset-x-1 after:top-full after:h-4 after:bg-surface">
    {outcome && <p className="text-small font-semibold tabular">{outcome}</p>}
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
