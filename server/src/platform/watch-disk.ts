import { statfs } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import { every } from './every.ts'

/** The bytes that may still be written below a path. */
export type ReadFreeBytes = (path: string) => Promise<number>

const MEASURE_EVERY_MS = 15_000

const freeBytesOf: ReadFreeBytes = async (path) => {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

/** Measures the free bytes of a folder's disk a few times a minute, until disposed. */
export function watchDisk(clock: Clock, path: string, readFreeBytes: ReadFreeBytes = freeBytesOf) {
  let free: number | null = null
  const measuring = every(clock, MEASURE_EVERY_MS, async () => {
    free = await readFreeBytes(path).catch(() => null)
  })
  return {
    /** Null while it was not measured, or could not be. */
    freeBytes: () => free,
    [Symbol.asyncDispose]: () => measuring[Symbol.asyncDispose](),
  }
}
