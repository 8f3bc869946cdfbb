import type { ReactNode } from 'react'

type FoldProps = {
  title: string
  heading?: 'h2' | 'h4'
  /** What holds, in a word or two. */
  state?: string | undefined
  children: ReactNode
}

/** A part of a card that few need: closed at first, under its title. */
export const Fold = ({ title, heading: Heading = 'h2', state, children }: FoldProps) => (
  <details>
    <summary className="min-h-11 cursor-pointer py-2.5">
      <Heading className="inline font-semibold">{title}</Heading>
      {state !== undefined && <span className="text-ink-2"> · {state}</span>}
    </summary>
    <div className="flex flex-col gap-4 pt-1 pb-4">{children}</div>
  </details>
)
