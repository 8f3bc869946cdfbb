import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from './percentiles.ts'

const SAMPLE_INTERVAL_MS = 500
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10
const USER_FIELD = 11

/** Measures the resident memory (median, MiB) of a process and its share of one core (percent). Linux only. */
export async function measureProcess(pid: number, forMs: number): Promise<{ memoryMiB: number; cpuPercent: number }> {
  const [begun, usedBefore] = [performance.now(), await usedMs(pid)]
  const memory: number[] = []
  while (performance.now() - begun < forMs) {
    memory.push(await residentMiB(pid))
    await delay(SAMPLE_INTERVAL_MS)
  }
  const cpuPercent = (100 * ((await usedMs(pid)) - usedBefore)) / (performance.now() - begun)
  return { memoryMiB: median(memory), cpuPercent }
}

async function residentMiB(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024
}

async function usedMs(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The process name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER_FIELD]) + Number(fields[USER_FIELD + 1])) * TICK_MS
}
