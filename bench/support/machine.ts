import { cpus, loadavg, release, totalmem } from 'node:os'

const BUSY_SHARE = 0.3

/** Runnable processes per minute, by the kernel's average, bench included. */
export const loadNow = () => Math.round((loadavg()[0] ?? 0) * 100) / 100

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
  }
}
