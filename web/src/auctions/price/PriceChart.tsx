import type { Auction } from '@bidwell/contract'
import { type PointerEvent, useState } from 'react'
import { siteTimes } from '../../time/zoned-times.ts'
import { formatDollars } from '../../ui/money.ts'
import { placeIn, priceSteps, stepPath } from './price-steps.ts'
import { bidsText } from './price-text.ts'

const BOX = { width: 320, height: 120 }

/** The price history. Pointer and arrow keys read off each step; screen readers get a table. */
export function PriceChart({ auction, ceiling, now }: { auction: Auction; ceiling: number | null; now: number }) {
  const [picked, setPicked] = useState<number | null>(null)
  const steps = priceSteps(auction, ceiling, now)
  const { x, y } = placeIn(steps, BOX)
  const over = ceiling !== null && auction.currentBid > ceiling
  const point = picked === null ? undefined : steps.points[picked]
  const last = steps.points.length - 1
  const shown = steps.points[picked ?? last]
  const reading = shown && `${formatDollars(shown.price)} at ${siteTimes.brief(shown.at, now)}`

  const pickByPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = steps.from + ((event.clientX - left) / width) * (steps.until - steps.from)
    setPicked(
      Math.max(
        0,
        steps.points.findLastIndex((step) => step.at <= at),
      ),
    )
  }

  return (
    <figure>
      <div className="relative rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent">
        <svg aria-hidden viewBox={`-4 -6 ${BOX.width + 8} ${BOX.height + 12}`} className="h-36 w-full" fill="none">
          {ceiling !== null && (
            <path
              d={`M0 ${y(ceiling)}H${BOX.width}`}
              strokeDasharray="5 4"
              strokeWidth={1.5}
              className={over ? 'stroke-outbid' : 'stroke-ink-2'}
            />
          )}
          <path d={stepPath(steps, BOX)} strokeWidth={2} className={over ? 'stroke-outbid' : 'stroke-accent'} />
          {point && <circle cx={x(point.at)} cy={y(point.price)} r={4} className="fill-accent" />}
        </svg>
        <input
          type="range"
          aria-label="Price history"
          aria-valuetext={reading}
          min={0}
          max={last}
          value={picked ?? last}
          onChange={(event) => setPicked(event.target.valueAsNumber)}
          onPointerMove={pickByPointer}
          onPointerLeave={() => setPicked(null)}
          onBlur={() => setPicked(null)}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <figcaption className="flex min-h-5 flex-wrap justify-between gap-x-3 text-label text-ink-2 tabular">
        <span>{picked === null ? bidsText(auction.bidCount) : reading}</span>
        {ceiling !== null && <span>Your max {formatDollars(ceiling)} ╌╌</span>}
      </figcaption>
      <table className="sr-only">
        <caption>Price steps</caption>
        <thead>
          <tr>
            <th scope="col">Seen at</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {steps.points.map((step) => (
            <tr key={step.at}>
              <td>{siteTimes.full(step.at)}</td>
              <td>{formatDollars(step.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
