import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'

const BUSY_SHARE = 0.3

/** The kernel's average number of runnable processes over the last minute, the bench included. */
export const loadNow = () => Math.round((loadavg()[0] ?? 0) * 100) / 100

type Ticks = { stolen: number; all: number }

/** The CPU time of all processors since the machine started, in kernel ticks; null on other systems than Linux. */
export function readTicks(): Ticks | null {
  if (process.platform !== 'linux') return null
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? []
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, stolen = 0] = ticks.map(Number)
  return { stolen, all: user + nice + system + idle + wait + irq + softIrq + stolen }
}

/** Describes the machine. `busy`: other programs used much of it before the run, so only medians and ratios count. */
export function describeMachine() {
  const cores = cpus().length
  const loadBefore = loadNow()
  return {
    node: process.version,
    system: `${process.platform} ${release()} ${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadBefore,
    busy: loadBefore > cores * BUSY_SHARE,
    ticksBefore: readTicks(),
  }
}

/**
 * The share of CPU time, in percent, that the host of a virtual machine has given to other machines since `before`. Null
 * where the kernel does not report it.
 */
export function stolenSince(before: Ticks | null): number | null {
  const now = readTicks()
  if (!before || !now) return null
  return Math.round(((now.stolen - before.stolen) / (now.all - before.all)) * 1_000) / 10
}
