import type { Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { siteQuery } from '../../api/installation-queries.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Check, ExternalLink, X } from '../../ui/icons.tsx'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { createPreference, oneOf } from '../../ui/preferences.ts'
import { AddPracticeAuction } from '../add/AddPracticeAuction.tsx'
import { type FirstStep, firstStepsOf } from './first-steps.ts'

const CredentialsForm = lazyDialog(async () => (await import('../../connection/CredentialsForm.tsx')).CredentialsForm)

/** Who tracks more has found the way, and needs the room. */
const MOST_AUCTIONS = 3

type FirstStepsProps = {
  auctionCount: number
  bids: readonly Bid[]
  /** Opens the sheet that adds an item. */
  onAdd: (references: readonly string[]) => void
  /** A last line, such as the offer of the tour. */
  children: ReactNode
}

/** What a user does first, from the empty dashboard until it is done or dismissed. A user who has bid is not new. */
export function FirstSteps({ auctionCount, bids, onAdd, children }: FirstStepsProps) {
  const kept = firstStepsKept.use()
  const { data: status } = useQuery(connectionQuery)
  const { data: site } = useQuery(siteQuery)
  const steps = status && site ? firstStepsOf({ status, auctionCount, bids, site }) : null
  const current = steps?.findIndex(({ isDone }) => !isDone) ?? -1
  const section = useShownAgain(current)
  const isComplete = auctionCount > MOST_AUCTIONS || (steps?.every(({ isDone }) => isDone) ?? false)
  const isNew = auctionCount === 0 && bids.length === 0
  useEffect(() => {
    if (kept === 'unseen') firstStepsKept.write(isNew ? 'open' : 'done')
    else if (isComplete) firstStepsKept.write('done')
  }, [kept, isNew, isComplete])
  if (kept !== 'open' || steps === null || site === undefined) return null
  return (
    <Card className="p-4 sm:p-6">
      <section
        ref={section}
        tabIndex={-1}
        aria-labelledby="first-steps"
        className="flex scroll-mt-20 flex-col gap-3 outline-none"
      >
        <div className="flex items-start gap-3">
          <h2 id="first-steps" className="min-w-0 flex-1 text-lead font-semibold">
            Three steps to your first bid
          </h2>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Hide the first steps"
            className="-m-2.5"
            onClick={() => firstStepsKept.write('done')}
          >
            <X aria-hidden size={18} />
          </Button>
        </div>
        <ol className="flex flex-col gap-2">
          {steps.map((step, index) => (
            <Step key={step.name} step={step} number={index + 1} isCurrent={index === current} />
          ))}
        </ol>
        {current === 1 &&
          (site.practice ? (
            <AddPracticeAuction onAdd={onAdd} />
          ) : (
            <a
              href={site.home_url}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'primary' }, 'self-start')}
            >
              Find something on {site.name}
              <ExternalLink aria-hidden size={16} />
            </a>
          ))}
        {current === 0 && (
          <PartBoundary part="The form for your login">
            <CredentialsForm bare site={site} status={status} />
          </PartBoundary>
        )}
        {children}
      </section>
    </Card>
  )
}

/** Scrolls to the steps when another one is next: what it offers may stand above the window. */
function useShownAgain(current: number) {
  const section = useRef<HTMLElement>(null)
  const before = useRef(current)
  useEffect(() => {
    if (before.current !== -1 && before.current !== current) {
      section.current?.scrollIntoView({ block: 'nearest' })
      // The button that had the focus is gone.
      if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
    }
    before.current = current
  }, [current])
  return section
}

const Step = ({ step, number, isCurrent }: { step: FirstStep; number: number; isCurrent: boolean }) => (
  <li aria-current={isCurrent ? 'step' : undefined} className="flex items-start gap-2">
    <span
      aria-hidden
      className={classNames(
        'grid size-6 shrink-0 place-items-center rounded-full text-label font-semibold',
        step.isDone ? 'bg-success-tint text-success' : isCurrent ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-2',
      )}
    >
      {step.isDone ? <Check size={14} strokeWidth={3} /> : number}
    </span>
    <span className={classNames('min-w-0', isCurrent ? 'font-semibold' : 'text-ink-2')}>
      {step.name}
      {step.isDone && <span className="sr-only">, done</span>}
    </span>
  </li>
)

/** Whether this browser shows the first steps. */
export const firstStepsKept = createPreference('first_steps', 'unseen', oneOf('unseen', 'open', 'done'))
