import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { startVitest } from 'vitest/node'
import type { Mutant } from './mutants.ts'
import type { TestedMutant } from './tested-mutants.ts'

const SERVER = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs the test of each mutant over the program without its guard, with a PostgreSQL server that has the migrated template.
 * Returns the names of the mutants whose test fails.
 */
export async function tryTestedMutants(
  mutants: readonly [string, TestedMutant][],
  databaseUrl: string,
): Promise<Set<string>> {
  const projects = mutants.map(([name, mutant]) => ({
    root: SERVER,
    plugins: [withoutGuard(mutant)],
    test: { name, include: [mutant.test.file], fsModuleCache: false, provide: { databaseUrl } },
  }))
  const vitest = await startVitest(
    'test',
    [],
    // Modules that are kept on the disk would be those of another mutant.
    { root: SERVER, config: false, watch: false, reporters: [{}], fsModuleCache: false },
    { test: { projects } },
  )
  const failed = vitest.state.getTestModules().flatMap(({ project, children }) => {
    const titles = [...children.allTests('failed')].map((test) => test.name)
    return titles.map((title) => ({ name: project.name, title }))
  })
  await vitest.close()
  const caught = mutants.filter(([name, { test }]) =>
    failed.some((it) => it.name === name && it.title.startsWith(test.title)),
  )
  return new Set(caught.map(([name]) => name))
}

function withoutGuard({ file, guard, instead }: Mutant): Plugin {
  return {
    name: 'without-guard',
    enforce: 'pre',
    transform: (code, id) => (id === SERVER + file ? code.replace(guard, () => instead) : null),
  }
}
