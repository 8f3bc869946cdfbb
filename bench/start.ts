import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { abandonPlace, choosePlace, startBidwell } from '../e2e/installation/start-bidwell.ts'

/**
 * Measures the start of a built installation and the memory of the running demo: `npm run bench:start`. The demo's memory
 * is the proportional set size, which counts pages shared by PostgreSQL's processes once; the engine's is its resident
 * set. Linux only.
 */
const GOALS = { readyMs: 5_000, engineMiB: 120, demoMiB: 900 }

type Process = { pid: number; parent: number; command: string; residentMiB: number; proportionalMiB: number }

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const runs = values.quick ? 3 : 7
const figures = await measure(runs)
const rows = [
  { figure: 'start to healthy, ms', ...spread(figures.readyMs), goal: GOALS.readyMs },
  { figure: 'engine, resident MiB', ...spread(figures.engineMiB), goal: GOALS.engineMiB },
  { figure: 'whole demo, proportional MiB', ...spread(figures.demoMiB), goal: GOALS.demoMiB },
]
const machine = { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model, runs }
process.stdout.write(`${JSON.stringify({ machine, rows }, null, 2)}\n`)
if (rows.some(({ median, goal }) => median > goal)) process.exitCode = 2

async function measure(times: number) {
  const readyMs: number[] = []
  const engineMiB: number[] = []
  const demoMiB: number[] = []
  const place = await choosePlace()
  try {
    // The first start creates the database and is not counted.
    for (let run = 0; run <= times; run++) {
      const began = performance.now()
      await using bidwell = await startBidwell(place)
      const took = performance.now() - began
      if (run === 0) continue
      const tree = await treeOf(bidwell.supervisor.pid ?? 0)
      readyMs.push(took)
      engineMiB.push(tree.find(({ command }) => command.includes('engine'))?.residentMiB ?? Number.NaN)
      demoMiB.push(tree.reduce((sum, { proportionalMiB }) => sum + proportionalMiB, 0))
    }
  } finally {
    await abandonPlace(place)
  }
  return { readyMs, engineMiB, demoMiB }
}

/** A process and its descendants. */
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
    const [status, command, memory] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/smaps_rollup`, 'utf8'),
    ])
    return {
      pid,
      parent: fieldOf(status, 'PPid'),
      command,
      residentMiB: fieldOf(memory, 'Rss') / 1_024,
      proportionalMiB: fieldOf(memory, 'Pss') / 1_024,
    }
  } catch {
    // The process ended between listing and reading.
    return null
  }
}

function fieldOf(text: string, label: string): number {
  return Number(new RegExp(`^${label}:\\s+(\\d+)`, 'm').exec(text)?.[1])
}

function spread(values: number[]) {
  const [min, median, max] = [0, values.length >> 1, values.length - 1].map((rank) =>
    Math.round(values.toSorted((a, b) => a - b)[rank] ?? Number.NaN),
  )
  return { min, median: median ?? Number.NaN, max }
}
