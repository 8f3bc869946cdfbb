import { describeStep, secondsText } from './describe-close.ts'
import { type Step, YOU } from './simulate-close.ts'

/** The steps of a close with their times. Those of the user stand out. */
export const StepList = ({ label, steps }: { label: string; steps: readonly Step[] }) => (
  <ol aria-label={label} className="flex flex-col divide-y divide-line">
    {steps.map((step, place) => (
      <li key={place} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 py-2">
        <span className="text-small text-ink-2 tabular">{whenText(step)}</span>
        <span className={isOwn(step) ? 'font-semibold' : undefined}>{describeStep(step)}</span>
      </li>
    ))}
  </ol>
)

const isOwn = (step: Step) => step.kind !== 'bid' || step.bidder === YOU

function whenText({ beforeEndMs }: Step): string {
  if (beforeEndMs <= 0) return `${secondsText(-beforeEndMs)} after end`
  return `${secondsText(beforeEndMs)} before`
}
