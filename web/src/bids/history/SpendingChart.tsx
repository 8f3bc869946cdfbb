import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatDollars } from '../../ui/money.ts'
import { nameOfMonth, type Spending } from './history-months.ts'

const HEIGHT_PX = 140
const MAX_BAR_PX = 36
/** The layout that the library's own style sheet would bring to every page. */
const LAYOUT =
  '[&_.u-over]:absolute [&_.u-under]:absolute [&_.u-wrap]:relative [&_.u-select]:hidden [&_canvas]:block [&_canvas]:size-full'

/** Two bars for each month. The pointer reads off a month. The table beside the chart says the same. */
export function SpendingChart({ spending }: { spending: readonly Spending[] }) {
  const place = useRef<HTMLDivElement>(null)
  const spentColour = useRef<HTMLSpanElement>(null)
  const savedColour = useRef<HTMLSpanElement>(null)
  const [read, setRead] = useState<number | null>(null)
  const shown = spending[read ?? spending.length - 1]

  useEffect(() => {
    if (place.current === null) return
    const chart = new UPlot(
      {
        width: place.current.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
        // Fixed: from a function of its ends, the chart would widen the range whenever it is drawn again.
        scales: { x: { time: false, range: [-0.6, spending.length - 0.4] }, y: { range: [0, highest(spending)] } },
        axes: [
          axis(spentColour, {
            values: (_chart, places) => places.map((at) => shortName(spending[at]?.month)),
            splits: ({ width }) => labelledPlaces(spending.length, width),
            grid: { show: false },
            size: 24,
          }),
          axis(spentColour, { values: (_chart, amounts) => amounts.map((dollars) => `$${dollars}`), size: 56 }),
        ],
        series: [{}, bars(spentColour, -1), bars(savedColour, 1)],
        hooks: { setCursor: [({ cursor }) => setRead(cursor.idx ?? null)] },
      },
      [spending.map((_month, index) => index), spending.map(({ spent }) => spent), spending.map(({ saved }) => saved)],
      place.current,
    )
    const stop = followPage(place.current, chart)
    return () => {
      stop()
      chart.destroy()
    }
  }, [spending])

  return (
    <>
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-label text-ink-2 tabular">
        <span className="flex gap-4">
          <span>
            <span ref={spentColour} className="text-accent">
              ■
            </span>{' '}
            Spent
          </span>
          <span>
            <span ref={savedColour} className="text-success">
              ■
            </span>{' '}
            Under your maxes
          </span>
        </span>
        {shown && (
          <span>
            {nameOfMonth(shown.month)}: {formatDollars(shown.spent)}, {formatDollars(shown.saved)} under
          </span>
        )}
      </div>
      <div ref={place} className={LAYOUT} />
    </>
  )
}

type ColourOf = { readonly current: HTMLElement | null }

/** The colours are read at each drawing, because the theme may change. A canvas knows no CSS variables. */
const colour = (of: ColourOf) => (of.current ? getComputedStyle(of.current).color : '')

const bars = (of: ColourOf, align: 1 | -1): UPlot.Series => ({
  fill: () => colour(of),
  stroke: () => colour(of),
  width: 0,
  points: { show: false },
  ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.4, MAX_BAR_PX], align }) }),
})

/** The colour of the legend's text, which stands around its coloured marks. */
const textColour = (of: ColourOf) => colour({ current: of.current?.parentElement ?? null })
const faint = (of: string) => `color-mix(in srgb, ${of} 20%, transparent)`

/** The labels have the colour of the legend's text, and the lines a faint one. */
const axis = (of: ColourOf, options: UPlot.Axis): UPlot.Axis => ({
  stroke: () => textColour(of),
  ticks: { show: false },
  grid: { stroke: () => faint(textColour(of)), width: 1 },
  font: '12px system-ui, sans-serif',
  ...options,
})

/** The width of `Jan 2026`, and a gap. */
const MIN_LABEL_PX = 60

/** As many places as there is room for labels, the same number of months apart. */
function labelledPlaces(count: number, widthPx: number): number[] {
  const step = Math.ceil((count * MIN_LABEL_PX) / widthPx)
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}

/** The upper end of the amounts' axis, USD: somewhat above the highest bar. */
const highest = (spending: readonly Spending[]): number =>
  1.1 * Math.max(1, ...spending.flatMap(({ spent, saved }) => [spent, saved]))

/** `Nov`, and in January also the year. */
function shortName(month: string | undefined): string {
  if (month === undefined) return ''
  const [name = '', year = ''] = nameOfMonth(month).split(' ')
  return name === 'January' ? `Jan ${year}` : name.slice(0, 3)
}

/** Draws the chart again when its width or the page's colours change; returns the cleanup. */
function followPage(place: HTMLElement, chart: UPlot): () => void {
  const redraw = () => chart.redraw()
  const size = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT_PX }))
  size.observe(place)
  const theme = new MutationObserver(redraw)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const device = matchMedia('(prefers-color-scheme: dark)')
  device.addEventListener('change', redraw)
  return () => {
    size.disconnect()
    theme.disconnect()
    device.removeEventListener('change', redraw)
  }
}
