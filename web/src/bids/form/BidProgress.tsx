import { Check } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import type { Progress } from '../bid-rules.ts'

const REACHED = { none: 0, saving: 1, armed: 2, confirmed: 3 } as const satisfies Record<Progress, number>

/** The three steps of a bid, of which those confirmed by the server are marked as done. */
export function BidProgress({ progress, siteName }: { progress: Progress; siteName: string }) {
  if (progress === 'none') return null
  const reached = REACHED[progress]
  const steps = [progress === 'saving' ? 'Saving' : 'Saved', 'Armed on the server', `Confirmed by ${siteName}`]
  return (
    <ol aria-label="How far your bid has come" className="grid grid-cols-3 gap-2 text-label">
      {steps.map((step, index) => {
        const done = index + 1 < reached || (index + 1 === reached && progress !== 'saving')
        const current = index + 1 === reached
        return (
          <li
            key={step}
            aria-current={current ? 'step' : undefined}
            className={classNames(
              'flex items-start gap-1 border-t-3 pt-1',
              done ? 'border-accent font-semibold text-accent' : 'border-line text-ink-2',
            )}
          >
            {done && <Check aria-hidden size={14} strokeWidth={3} className="mt-0.5 shrink-0" />}
            {current && progress === 'saving' && <Spinner size={14} />}
            <span>
              {step}
              <span className="sr-only">{done ? ', done' : current ? '' : ', not yet'}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
