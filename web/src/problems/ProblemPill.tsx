import { messages } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import { TimeLeft } from '../time/LiveTime.tsx'
import { classNames } from '../ui/class-names.ts'
import { TriangleAlert } from '../ui/icons.tsx'
import { TONE_CLASS } from '../ui/tone.ts'
import { toneOf } from './problem-style.ts'
import { collapseKept, giveFocusTo, problemsShown, takeFocus } from './problems-shown.ts'

/** The collapsed problems in the header. Pressed, it shows them all. */
export function ProblemPill() {
  const { problems, collapsed } = problemsShown.use()
  const button = useRef<HTMLButtonElement>(null)
  const isShown = collapsed && problems.length > 0
  useEffect(() => {
    if (isShown) takeFocus('pill', button.current)
  }, [isShown])
  if (!isShown) return null
  const deadline = problems[0]?.bids[0]?.closesAt ?? null
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={false}
      data-problems=""
      className={classNames(
        'flex min-h-10 shrink-0 items-center gap-1 rounded-full px-2.5 whitespace-nowrap text-label font-semibold tabular hover:brightness-95 sm:px-3',
        TONE_CLASS[toneOf(problems)],
      )}
      onClick={() => {
        giveFocusTo('band')
        collapseKept.write('')
      }}
    >
      <TriangleAlert aria-hidden size={14} strokeWidth={2.5} />
      <span>
        {problems.length}
        <span className="max-lg:sr-only"> {messages.problem.noun(problems.length)}</span>
      </span>
      {deadline !== null && (
        <span aria-hidden className="flex gap-1 max-[22rem]:hidden">
          · <TimeLeft at={deadline} />
        </span>
      )}
    </button>
  )
}
