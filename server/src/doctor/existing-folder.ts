import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/** The path itself, or the nearest folder above it that exists. */
export function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path))
}
