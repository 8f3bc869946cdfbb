import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, binariesIn, versionOf } from './binaries.ts'

/**
 * Copies PostgreSQL's programs into a folder of `place`, unless they are there, for users who may not enter the folder of
 * the package. Only root writes to `place`, and everybody may read it.
 */
export function copyPrograms(binaries: Binaries, place: string): Binaries {
  const folder = join(place, `postgresql-${versionOf(binaries)}`)
  if (existsSync(folder)) return binariesIn(folder)
  const fresh = `${folder}.new-${process.pid}`
  mkdirSync(place, { recursive: true, mode: 0o755 })
  execFileSync('cp', ['-R', binaries.folder, fresh])
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', fresh])
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true })
    if (!existsSync(folder)) throw error // not the copy of a concurrent start
  }
  return binariesIn(folder)
}
