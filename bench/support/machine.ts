import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'

const BUSY_SHARE = 0.3

/** Runnable processes per minute, by the kernel's average, bench included. */
export const loadNow = () => Math.round((loadavg()[0] ?? 0) * 100) / 100

type Ticks = { stolen: number; all: number }

/** What all processors did since the machine started, in the kernel's ticks; null where it does not say. */
export function readTicks(): Ticks | null {
  if (process.platform !== 'linux') return null
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? []
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, stolen = 0] = ticks.map(Number)
  return { stolen, all: user + nice + system + idle + wait + irq + softIrq + stolen }
}

/** What the figures are measured on. `busy`: others had a good part of it beforehand, so read medians and ratios. */
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
 * How much of its processors a virtual machine was denied since then, because its host gave them to others, in percent:
 * what nobody inside can do anything about. Null where that is not told.
 */
export function stolenSince(before: Ticks | null): number | null {
  const now = readTicks()
  if (!before || !now) return null
  return Math.round(((now.stolen - before.stolen) / (now.all - before.all)) * 1_000) / 10
}
