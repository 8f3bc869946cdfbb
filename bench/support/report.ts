import { mkdir, writeFile } from 'node:fs/promises'
import { type describeMachine, loadNow, stolenSince } from './machine.ts'

/** One line of a table. Without a goal it only tells; `met` is false where what was promised was not seen. */
export type Row = { figure: string; measured: number | string; goal?: string; met?: boolean }

type Bench = {
  name: string
  quick: boolean
  machine: ReturnType<typeof describeMachine>
  rows: Row[]
  /** What a reader must know to take the figures for what they are. */
  notes: string[]
}

const RESULTS = new URL('../results/', import.meta.url)

/** At most so much of a value, for a row `measured <= limit`. */
export const atMost = (figure: string, measured: number, limit: number, unit: string): Row => ({
  figure: `${figure}, ${unit}`,
  measured: rounded(measured),
  goal: `≤ ${limit}`,
  met: measured <= limit,
})

export const atLeast = (figure: string, measured: number, limit: number, unit: string): Row => ({
  figure: `${figure}, ${unit}`,
  measured: rounded(measured),
  goal: `≥ ${limit}`,
  met: measured >= limit,
})

export const tell = (figure: string, measured: number | string): Row => ({
  figure,
  measured: typeof measured === 'number' ? rounded(measured) : measured,
})

/** Prints the table, keeps it as JSON, and lets the process end with 1 where a goal was missed. */
export async function report({ name, quick, machine, rows, notes }: Bench): Promise<void> {
  const { ticksBefore, ...described } = machine
  const { node, system, cpu, cores, memoryGiB, loadBefore, busy } = described
  const [loadAfter, stolen] = [loadNow(), stolenSince(ticksBefore)]
  const lines = [
    `bench:${name}${quick ? ' --quick' : ''}, ${new Date().toISOString().slice(0, 10)}`,
    `${cores} × ${cpu}, ${memoryGiB} GiB, ${system}, Node ${node}`,
    `load ${loadBefore} before${busy ? ' (others were busy)' : ''}, ${loadAfter} after${stolen === null ? '' : `; the host took ${stolen} % of the processors meanwhile`}`,
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
  const kept = { name, quick, at: new Date().toISOString(), machine: { ...described, loadAfter, stolen }, rows, notes }
  await writeFile(new URL(`${name}${quick ? '-quick' : ''}.json`, RESULTS), `${JSON.stringify(kept, null, 2)}\n`)
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
}

/** As Markdown has it, so that it can be put into a document as it is. */
function table(rows: string[][]): string[] {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}

const rounded = (value: number) => Math.round(value * 100) / 100
