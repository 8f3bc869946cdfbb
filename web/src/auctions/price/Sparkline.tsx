import { memo } from 'react'
import { placeIn, type PriceSteps, stepPath } from './price-steps.ts'

const BOX = { width: 64, height: 28 }

/** The price history without figures, with the maximum as a dashed line. */
export const Sparkline = memo(({ steps, ceiling }: { steps: PriceSteps; ceiling: number | null }) => {
  const y = ceiling === null ? null : placeIn(steps, BOX).y(ceiling)
  const over = ceiling !== null && (steps.points.at(-1)?.price ?? 0) > ceiling
  return (
    <svg aria-hidden viewBox={`-1 -2 ${BOX.width + 2} ${BOX.height + 4}`} className="h-8 w-full" fill="none">
      <path d={stepPath(steps, BOX)} strokeWidth={1.5} className={over ? 'stroke-outbid' : 'stroke-accent'} />
      {y !== null && (
        <path d={`M0 ${y}H${BOX.width}`} strokeDasharray="3 3" strokeWidth={1.5} className="stroke-ink-2" />
      )}
    </svg>
  )
})
