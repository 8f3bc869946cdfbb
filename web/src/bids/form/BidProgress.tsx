import { classNames } from '../../ui/class-names.ts'
import { Check } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import type { Steps } from './locked-steps.ts'

/** The steps of a bid. Those done are marked; the one after them is under way while `working`. */
export const BidProgress = ({ steps, reached, working }: Steps) => (
  <ol aria-label="How far your bid has come" className="grid grid-cols-3 gap-2 text-label">
    {steps.map((step, index) => {
      const done = index < reached
      const current = index === (working ? reached : reached - 1)
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
          {current && working && <Spinner size={14} />}
          <span className="min-w-0 break-words">
            {step}
            <span className="sr-only">{done ? ', done' : current ? '' : ', not yet'}</span>
          </span>
        </li>
      )
    })}
  </ol>
)
