import type { Auction } from '@bidwell/contract'
import { type PointerEvent, useState } from 'react'
import { siteTimes } from '../../time/zoned-times.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatDollars } from '../../ui/money.ts'
import { placeIn, priceSteps, type PriceSteps, stepPath } from './price-steps.ts'
import { bidsText } from './price-text.ts'

/** Percent of the chart, so that texts can stand where the lines are. */
const BOX = { width: 100, height: 100 }

type PriceChartProps = {
  auction: Parameters<typeof priceSteps>[0] & Pick<Auction, 'bidCount'>
  /** Dollars; null without a maximum. */
  ceiling: number | null
  /** When the bid was accepted, epoch ms; null when it was not. */
  bidAt: number | null
  now: number
}

/**
 * The price history, once there is a second price. Pointer and arrow keys read off each step; screen readers get a table.
 */
export function PriceChart({ auction, ceiling, bidAt, now }: PriceChartProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const steps = priceSteps(auction, ceiling, now)
  if (new Set(steps.points.map(({ price }) => price)).size < 2) return null
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
    <figure className="pt-2.5 text-label text-ink-2 tabular">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-right">
          <span className="-mt-2.5">{formatDollars(steps.high)}</span>
          <span className="-mb-2.5">{formatDollars(steps.low)}</span>
        </div>
        <div className="relative h-36 rounded-tag border-b border-l border-line has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent">
          <Lines {...{ steps, ceiling, bidAt, over }} />
          {point && <Reading text={reading ?? ''} x={x(point.at)} y={y(point.price)} />}
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
        <div aria-hidden className="col-start-2 mt-1 flex justify-between gap-2">
          <span>{siteTimes.brief(steps.from, now)}</span>
          <span>{siteTimes.brief(steps.until, now)}</span>
        </div>
      </div>
      <figcaption className="mt-1 flex flex-wrap justify-between gap-x-3">
        <span>{bidsText(auction.bidCount)}</span>
        {ceiling !== null && <span>╌╌ Your max {formatDollars(ceiling)}</span>}
        {bidAt !== null && <span className="text-success">┊ Your bid, {siteTimes.clock(bidAt)}</span>}
      </figcaption>
      <StepTable steps={steps} />
    </figure>
  )
}

/** The same in words, for screen readers. */
const StepTable = ({ steps }: { steps: PriceSteps }) => (
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
)

/** A point of the chart with its price and time, on the side that has more room. `x` and `y` are percent. */
const Reading = ({ text, x, y }: { text: string; x: number; y: number }) => (
  <div aria-hidden className="pointer-events-none absolute" style={{ left: `${x}%`, top: `${y}%` }}>
    <div className="absolute -top-1 -left-1 size-2 rounded-full bg-accent" />
    <div
      className={classNames(
        'absolute rounded-tag border border-line bg-surface px-1.5 py-0.5 whitespace-nowrap text-ink shadow-float',
        x > 50 ? 'right-2' : 'left-2',
        y > 50 ? 'bottom-2' : 'top-2',
      )}
    >
      {text}
    </div>
  </div>
)

type LinesProps = { steps: PriceSteps; ceiling: number | null; bidAt: number | null; over: boolean }

/** The price, the maximum and the moment of the bid. */
function Lines({ steps, ceiling, bidAt, over }: LinesProps) {
  const { x, y } = placeIn(steps, BOX)
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
      fill="none"
    >
      {ceiling !== null && (
        <path
          d={`M0 ${y(ceiling)}H100`}
          strokeDasharray="5 4"
          strokeWidth={1.5}
          className={over ? 'stroke-outbid' : 'stroke-ink-2'}
        />
      )}
      {bidAt !== null && (
        <path d={`M${x(bidAt)} 0V100`} strokeDasharray="2 3" strokeWidth={1.5} className="stroke-success" />
      )}
      <path d={stepPath(steps, BOX)} strokeWidth={2} className={over ? 'stroke-outbid' : 'stroke-accent'} />
    </svg>
  )
}
