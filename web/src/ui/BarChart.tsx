import { type ReactNode, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'

type Series = {
  name: string
  /** The class of its colour. */
  colour: string
  values: readonly (number | null)[]
}

type BarChartProps = {
  /** One for each bar, for the axis. */
  labels: readonly string[]
  /** The widest label with a gap, px. */
  labelPx?: number
  /** One or two. The same array as long as the values are the same: for another one, the chart is made anew. */
  series: readonly Series[]
  /** A value on the axis. */
  format: (value: number) => string
  /** What is said of the bar that the pointer is at, by default of the last one. */
  read: (index: number) => ReactNode
}

const HEIGHT_PX = 140
const MAX_BAR_PX = 36
/** The layout that the library's own style sheet would bring to every page. */
const LAYOUT =
  '[&_.u-axis]:absolute [&_.u-over]:absolute [&_.u-under]:absolute [&_.u-wrap]:relative [&_.u-select]:hidden [&_canvas]:block [&_canvas]:size-full'

/** Bars with axes. The pointer reads them off. Put a table with the same beside it: a canvas tells assistive technology nothing. */
export function BarChart({ labels, labelPx = 60, series, format, read }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const marks = useRef<(HTMLSpanElement | null)[]>([])
  const [at, setAt] = useState<number | null>(null)

  useEffect(() => {
    if (place.current === null) return
    const first = { current: marks.current[0] ?? null }
    const chart = new UPlot(
      {
        width: place.current.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
        // Fixed: from a function of its ends, the chart would widen the range whenever it is drawn again.
        scales: { x: { time: false, range: [-0.6, labels.length - 0.4] }, y: { range: [0, highest(series)] } },
        axes: [
          axis(first, {
            values: (_chart, places) => places.map((index) => labels[index] ?? ''),
            splits: ({ width }) => labelledPlaces(labels.length, width, labelPx),
            grid: { show: false },
            size: 24,
          }),
          axis(first, { values: (_chart, values) => values.map(format), size: 56 }),
        ],
        series: [{}, ...series.map((_each, index) => bars(marks, index, alignmentOf(series.length, index)))],
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
      },
      [labels.map((_label, index) => index), ...series.map(({ values }) => [...values])],
      place.current,
    )
    const stop = followPage(place.current, chart)
    return () => {
      stop()
      chart.destroy()
    }
  }, [labels, labelPx, series, format])

  return (
    <>
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-label text-ink-2 tabular">
        <span className="flex gap-4">
          {series.map(({ name, colour }, index) => (
            <span key={name}>
              <span
                ref={(mark) => {
                  marks.current[index] = mark
                }}
                className={colour}
              >
                ■
              </span>{' '}
              {name}
            </span>
          ))}
        </span>
        {labels.length > 0 && <span>{read(at ?? labels.length - 1)}</span>}
      </div>
      <div ref={place} className={LAYOUT} />
    </>
  )
}

type ColourOf = { readonly current: HTMLElement | null }

/** The colours are read at each drawing, because the theme may change. A canvas knows no CSS variables. */
const colour = (of: ColourOf) => (of.current ? getComputedStyle(of.current).color : '')

const alignmentOf = (count: number, index: number) => (count === 1 ? 0 : index === 0 ? -1 : 1)

function bars(marks: { readonly current: (HTMLElement | null)[] }, index: number, align: -1 | 0 | 1): UPlot.Series {
  const own = () => colour({ current: marks.current[index] ?? null })
  return {
    fill: own,
    stroke: own,
    width: 0,
    points: { show: false },
    ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [align === 0 ? 0.7 : 0.4, MAX_BAR_PX], align }) }),
  }
}

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

/** As many places as there is room for labels, the same number of bars apart. */
function labelledPlaces(count: number, widthPx: number, labelPx: number): number[] {
  const step = Math.ceil((count * labelPx) / widthPx)
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}

/** The upper end of the axis: somewhat above the highest bar. */
const highest = (series: readonly Series[]): number =>
  1.1 * Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

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
