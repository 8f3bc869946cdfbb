import { mkdir, writeFile } from 'node:fs/promises'
import { type describeMachine, loadNow, stolenSince } from './machine.ts'

/** A line of the table. `goal` and `met` are absent when the figure has no goal. */
export type Row = { figure: string; measured: number | string; goal?: string; met?: boolean }

type Bench = {
  name: string
  quick: boolean
  machine: ReturnType<typeof describeMachine>
  rows: Row[]
  /** How the figures were measured. */
  notes: string[]
}

const RESULTS = new URL('../results/', import.meta.url)

/** A row whose goal is a value of at most `limit`. */
export const atMost = (figure: string, measured: number, limit: number, unit: string): Row => ({
  figure: `${figure}, ${unit}`,
  measured: rounded(measured),
  goal: `≤ ${limit}`,
  met: measured <= limit,
})

/** A row whose goal is a value of at least `limit`. */
export const atLeast = (figure: string, measured: number, limit: number, unit: string): Row => ({
  figure: `${figure}, ${unit}`,
  measured: rounded(measured),
  goal: `≥ ${limit}`,
  met: measured >= limit,
})

/** A row without a goal. */
export const figure = (name: string, measured: number | string): Row => ({
  figure: name,
  measured: typeof measured === 'number' ? rounded(measured) : measured,
})

/** Prints the table, writes it as JSON, and sets exit code 2 when a goal is missed: a bench that fails ends with 1. */
export async function report({ name, quick, machine, rows, notes }: Bench): Promise<void> {
  const { ticksBefore, ...described } = machine
  const { node, system, cpu, cores, memoryGiB, loadBefore, busy } = described
  const [loadAfter, stolen] = [loadNow(), stolenSince(ticksBefore)]
  const lines = [
    `bench:${name}${quick ? ' --quick' : ''}, ${new Date().toISOString().slice(0, 10)}`,
    `${cores} × ${cpu}, ${memoryGiB} GiB, ${system}, Node ${node}`,
    `load ${loadBefore} before${busy ? ' (busy with other programs)' : ''}, ${loadAfter} after${stolen === null ? '' : `; stolen CPU time ${stolen} %`}`,
    '',
    ...table([
      ['figure', 'measured', 'goal', ''],
      ...rows.map(({ figure, measured, goal, met }) => [
        figure,
        String(measured),
        goal ?? '',
        met === undefined ? '' : met ? 'met' : 'MISSED',
      ]),
    ]),
    '',
    ...notes,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  await mkdir(RESULTS, { recursive: true })
  const record = {
    name,
    quick,
    at: new Date().toISOString(),
    machine: { ...described, loadAfter, stolen },
    rows,
    notes,
  }
  await writeFile(new URL(`${name}${quick ? '-quick' : ''}.json`, RESULTS), `${JSON.stringify(record, null, 2)}\n`)
  if (rows.some(({ met }) => met === false)) process.exitCode = 2
}

/** Formats rows as a Markdown table. */
function table(rows: string[][]): string[] {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}

const rounded = (value: number) => Math.round(value * 100) / 100
