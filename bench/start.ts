import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { abandonPlace, choosePlace, startBidwell } from '../e2e/start-bidwell.ts'

/**
 * How long a start from built takes, and what the running demo holds in memory. Run it by `npm run bench:start`.
 * Memory is the proportional set size, so that pages which PostgreSQL's processes share are counted once; Linux only.
 */
const GOALS = { readyMs: 5_000, engineMiB: 120, demoMiB: 900 }

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const runs = values.quick ? 3 : 7

const place = await choosePlace()
const readyMs: number[] = []
const engineMiB: number[] = []
const demoMiB: number[] = []
try {
  // The first start makes the database and is not counted: the claim is about every start after it.
  for (let run = 0; run <= runs; run++) {
    const began = performance.now()
    await using bidwell = await startBidwell(place)
    const took = performance.now() - began
    if (run === 0) continue
    const processes = await treeOf(bidwell.supervisor.pid ?? 0)
    readyMs.push(took)
    engineMiB.push(sum(processes.filter(({ command }) => command.includes('engine'))))
    demoMiB.push(sum(processes))
  }
} finally {
  await abandonPlace(place)
}

const rows = [
  { figure: 'start to healthy, ms', ...spread(readyMs), goal: GOALS.readyMs },
  { figure: 'engine process, MiB', ...spread(engineMiB), goal: GOALS.engineMiB },
  { figure: 'whole demo, MiB', ...spread(demoMiB), goal: GOALS.demoMiB },
]
process.stdout.write(`${JSON.stringify({ node: process.version, runs, rows }, null, 2)}\n`)
if (rows.some(({ median, goal }) => median > goal)) process.exitCode = 1

type Process = { pid: number; parent: number; command: string; mib: number }

/** The process and all that descends from it. */
async function treeOf(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = (await Promise.all(pids.map(describe))).filter((process) => process !== null)
  const tree = new Set([root])
  for (let before = 0; before !== tree.size;) {
    before = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid))
}

async function describe(pid: number): Promise<Process | null> {
  try {
    const [status, command, memory] = await Promise.all(
      ['status', 'cmdline', 'smaps_rollup'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    )
    const number = (text: string | undefined, label: string) =>
      Number(text?.match(new RegExp(`${label}:\\s+(\\d+)`))?.[1] ?? 0)
    return { pid, parent: number(status, 'PPid'), command: command ?? '', mib: number(memory, 'Pss') / 1_024 }
  } catch {
    // It ended while we looked.
    return null
  }
}

const sum = (processes: Process[]) => processes.reduce((total, { mib }) => total + mib, 0)

function spread(figures: number[]) {
  const sorted = figures.toSorted((a, b) => a - b)
  const round = (figure: number | undefined) => Math.round(figure ?? Number.NaN)
  return { min: round(sorted[0]), median: round(sorted[sorted.length >> 1]), max: round(sorted.at(-1)) }
}
