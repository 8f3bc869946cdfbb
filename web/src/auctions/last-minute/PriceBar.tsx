import { classNames } from '../../ui/class-names.ts'
import type { Standing } from './standing.ts'

/** The price against the maximum, in words and as a bar. The line across the bar is the maximum. */
export const PriceBar = ({ standing }: { standing: Standing }) => (
  <div>
    <p className={classNames('font-semibold tabular', standing.isPassed && 'text-warning')}>{standing.text}</p>
    <div aria-hidden className="relative mt-1 h-3 overflow-hidden rounded-full border border-edge bg-sunken">
      <div
        className={classNames(
          'h-full origin-left transition-transform duration-200 motion-reduce:transition-none',
          standing.isPassed ? 'bg-warning' : 'bg-accent',
        )}
        style={{ transform: `scaleX(${standing.priceShare})` }}
      />
      {standing.maxShare < 1 && (
        <div className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: `${standing.maxShare * 100}%` }} />
      )}
    </div>
  </div>
)
