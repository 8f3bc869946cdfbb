import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

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
  /** One or two. */
  series: readonly Series[]
  /** A value on the axis. */
  format: (value: number) => string
  /** What is said of the bar that the pointer is at, by default of the last one. */
  read: (index: number) => ReactNode
}

/** The least room for labels in a narrow chart, and in one of the width `@4xl`. */
const NARROW_PX = 240
const WIDE_PX = 840

/** Bars with axes. The pointer reads them off. Put a table with the same beside it: the bars tell assistive technology nothing. */
export function BarChart({ labels, labelPx = 60, series, format, read }: BarChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const top = highest(series)
  const narrow = labelledPlaces(labels.length, Math.floor(NARROW_PX / labelPx))
  const wide = labelledPlaces(labels.length, Math.floor(WIDE_PX / labelPx))
  return (
    <div className="@container text-label text-ink-2 tabular">
      <div className="mb-3 flex flex-wrap justify-between gap-x-4">
        <span className="flex gap-4">
          {series.map(({ name, colour }) => (
            <span key={name}>
              <span className={colour}>■</span> {name}
            </span>
          ))}
        </span>
        {labels.length > 0 && <span>{read(at ?? labels.length - 1)}</span>}
      </div>
      <div className="relative mb-6 ml-14 h-28" onPointerLeave={() => setAt(null)}>
        {linesBelow(top).map((value) => (
          <div
            key={value}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(100 * value) / top}%` }}
          >
            <span className="absolute right-full mr-2 -translate-y-1/2">{format(value)}</span>
          </div>
        ))}
        <div className="absolute inset-0 flex">
          {labels.map((label, index) => (
            <div
              key={index}
              className="relative flex min-w-0 flex-1 items-end justify-center"
              onPointerEnter={() => setAt(index)}
            >
              {series.map(({ name, colour, values }) => (
                <div
                  key={name}
                  className={classNames(
                    'max-w-9 bg-current forced-colors:bg-[CanvasText]',
                    series.length === 1 ? 'w-7/10' : 'w-2/5',
                    colour,
                  )}
                  style={{ height: `${(100 * (values[index] ?? 0)) / top}%` }}
                />
              ))}
              {(narrow.has(index) || wide.has(index)) && (
                <span
                  className={classNames(
                    'absolute top-full left-1/2 -translate-x-1/2 pt-1 whitespace-nowrap',
                    !narrow.has(index) && 'hidden @4xl:inline',
                    !wide.has(index) && '@4xl:hidden',
                  )}
                >
                  {label}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

type ChartTableProps = {
  caption: string
  columns: readonly string[]
  /** The cells of each row, its name first. */
  rows: readonly (readonly string[])[]
}

/** The values of a chart, which open below it. */
export const ChartTable = ({ caption, columns, rows }: ChartTableProps) => (
  <details className="mt-1 text-small">
    <summary className="min-h-11 w-fit cursor-pointer py-2.5 font-semibold">As a table</summary>
    <table className="w-full max-w-md tabular">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-2">
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={`py-1 font-normal ${index === 0 ? 'text-left' : AMOUNT}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {name}
            </th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} className={`py-1 ${AMOUNT}`}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

const AMOUNT = 'pl-3 text-right'

/** At most so many places, the same number of bars apart, and none so near the end that its label would stand over it. */
function labelledPlaces(count: number, most: number): ReadonlySet<number> {
  const step = Math.ceil(count / most)
  const places = Array.from({ length: Math.ceil(count / step) || 0 }, (_, n) => n * step)
  return new Set(places.filter((place) => place + step / 2 <= count))
}

/** The upper end of the axis: somewhat above the highest bar. */
const highest = (series: readonly Series[]): number =>
  1.1 * Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** The values at which the axis has lines: multiples of 1, 2 or 5 times a power of ten, at most four of them above zero. */
function linesBelow(top: number): number[] {
  const power = 10 ** Math.floor(Math.log10(top / 4))
  const step = power * ([1, 2, 5].find((factor) => 4 * factor * power >= top) ?? 10)
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, n) => Number((n * step).toPrecision(3)))
}
