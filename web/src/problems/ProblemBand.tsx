import { messages } from '@bidwell/contract'
import { memo, useEffect, useRef } from 'react'
import { useSiteName } from '../api/installation-queries.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ChevronUp, TriangleAlert } from '../ui/icons.tsx'
import { TONE_CLASS } from '../ui/tone.ts'
import { styleOf, toneOf } from './problem-style.ts'
import { headingOf, textOf } from './problem-text.ts'
import type { Problem } from './problem.ts'
import { ProblemAction } from './ProblemAction.tsx'
import { FirstBid, FurtherAuctions, NotStopped } from './ProblemBids.tsx'
import { takeFocus } from './problems-shown.ts'

type BandProps = { problems: readonly Problem[]; onCollapse: () => void }

/** All problems that stop or endanger bids, each with its action, the most urgent first. */
export const ProblemBand = memo(({ problems, onCollapse }: BandProps) => {
  const [only, ...others] = problems
  const heading = headingOf(problems)
  const collapse = useRef<HTMLButtonElement>(null)
  useEffect(() => takeFocus('band', collapse.current), [])
  if (!only) return null
  const Icon = others.length === 0 ? styleOf(only).icon : TriangleAlert
  return (
    <section
      aria-label="Problems"
      data-free-of-toasts
      className={classNames(
        'flex flex-wrap items-start gap-x-3 rounded-card p-3 sm:px-4',
        TONE_CLASS[toneOf(problems)],
      )}
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      {others.length === 0 ? (
        <ProblemRow problem={only} heading={heading} />
      ) : (
        <h2 className="min-w-0 flex-1 font-semibold">
          {heading ?? `${problems.length} ${messages.problem.noun(problems.length)}.`}
        </h2>
      )}
      <Button
        ref={collapse}
        variant="quiet"
        size="icon"
        aria-label="Collapse the problems"
        aria-expanded
        className="-m-2"
        onClick={onCollapse}
      >
        <ChevronUp aria-hidden size={20} />
      </Button>
      {others.length > 0 && (
        // On a phone as wide as the band, otherwise between the icon and the button.
        <ul className="flex basis-full flex-col sm:mr-10 sm:ml-8">
          {problems.map((problem) => (
            <li key={problem.key} className="border-t border-current/20 py-2 first:border-0 last:pb-0">
              <ProblemRow problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

type RowProps = {
  problem: Problem
  /** Only where no other problem stands beside this one. */
  heading?: string | null
}

function ProblemRow({ problem, heading }: RowProps) {
  const siteName = useSiteName()
  const { title, text } = textOf(problem, siteName)
  const isAlone = heading !== undefined
  const action = <ProblemAction problem={problem} />
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2 wrap-anywhere',
        // On a phone, the action of one of several problems stands beside its bids.
        !isAlone && 'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-1',
      )}
    >
      <div className={classNames('min-w-0 flex-1 basis-48', !isAlone && 'max-sm:contents')}>
        {isAlone && heading !== null && (
          <p className="text-ink">
            <strong className="font-semibold">{heading}</strong>{' '}
            <FirstBid bids={problem.bids} toTheClose={problem.kind === 'outbid'} />
          </p>
        )}
        <p
          className={classNames(
            'text-ink',
            !isAlone && 'max-sm:col-span-2',
            (!isAlone || heading === null) && 'font-semibold',
          )}
        >
          {title}
          {text !== null && <span className="font-normal"> {text}</span>}
        </p>
        {!isAlone && problem.bids.length > 0 && (
          <p className="text-small text-ink">
            {problem.kind !== 'outbid' && (problem.bids.length === 1 ? 'One bid: ' : `${problem.bids.length} bids. `)}
            <FirstBid bids={problem.bids} toTheClose={problem.kind === 'outbid'} />
          </p>
        )}
        {problem.ofAuctions && <FurtherAuctions bids={problem.bids} />}
        {problem.kind === 'pause' && <NotStopped />}
      </div>
      {isAlone ? (
        action
      ) : (
        <div
          className={classNames(
            'empty:hidden',
            // The button that names an amount is too wide to stand beside its auction.
            problem.kind === 'outbid' ? 'max-sm:col-span-2' : 'max-sm:col-start-2 max-sm:row-start-2',
          )}
        >
          {action}
        </div>
      )}
    </div>
  )
}
