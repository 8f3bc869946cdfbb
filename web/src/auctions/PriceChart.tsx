import type { Auction } from '@bidwell/contract'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { bidsText } from './lot-words.ts'
import { formatDollars } from './money.ts'
import { placeIn, priceSteps, stepPath } from './price-steps.ts'
import { siteTimes } from './times.ts'

const BOX = { width: 320, height: 120 }

/** The price's steps, larger: pointer or arrow keys read off each one, and a table says it all to a screen reader. */
export function PriceChart({ auction, ceiling, now }: { auction: Auction; ceiling: number | null; now: number }) {
  const [picked, setPicked] = useState<number | null>(null)
  const steps = priceSteps(auction, ceiling, now)
  const { x, y } = placeIn(steps, BOX)
  const over = ceiling !== null && auction.currentBid > ceiling
  const point = picked === null ? undefined : steps.points[picked]
  const last = steps.points.length - 1

  const pickByPointer = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = steps.from + ((event.clientX - left) / width) * (steps.until - steps.from)
    setPicked(
      Math.max(
        0,
        steps.points.findLastIndex((one) => one.at <= at),
      ),
    )
  }
  const pickByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const step = event.key === 'ArrowLeft' ? -1 : 1
    setPicked((was) => Math.min(last, Math.max(0, (was ?? last) + step)))
  }

  return (
    <figure>
      <svg
        viewBox={`-4 -6 ${BOX.width + 8} ${BOX.height + 12}`}
        className="h-36 w-full touch-pan-y rounded-control"
        fill="none"
        role="img"
        aria-label={`Price so far, ${bidsText(auction.bidCount)}. Arrow keys read off the steps.`}
        // Reading off the steps by arrow keys needs the focus.
        tabIndex={0}
        onKeyDown={pickByKey}
        onPointerMove={pickByPointer}
        onPointerLeave={() => setPicked(null)}
        onBlur={() => setPicked(null)}
      >
        {ceiling !== null && (
          <path
            d={`M0 ${y(ceiling)}H${BOX.width}`}
            strokeDasharray="5 4"
            strokeWidth={1.5}
            className={over ? 'stroke-plum' : 'stroke-ink-2'}
          />
        )}
        <path d={stepPath(steps, BOX)} strokeWidth={2} className={over ? 'stroke-plum' : 'stroke-petrol'} />
        {point && <circle cx={x(point.at)} cy={y(point.price)} r={4} className="fill-petrol" />}
      </svg>
      <figcaption
        className="flex min-h-5 flex-wrap justify-between gap-x-3 text-label text-ink-2 tabular"
        aria-live="polite"
      >
        {point ? (
          <span>
            {formatDollars(point.price)} at {siteTimes.near(point.at, now)}
          </span>
        ) : (
          <span>{bidsText(auction.bidCount)}</span>
        )}
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
          {steps.points.map((one) => (
            <tr key={one.at}>
              <td>{siteTimes.full(one.at)}</td>
              <td>{formatDollars(one.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
