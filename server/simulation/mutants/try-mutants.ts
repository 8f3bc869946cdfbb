import { copyDatabase } from '../../test/copy-database.ts'
import { TEMPLATE } from '../../test/start-postgres.ts'
import { openComparison, type SequenceComparison } from '../database/compare-sequences.ts'
import { runSeeds, seedsFrom } from '../run-seeds.ts'
import { loadEngineMutant, loadSqlMutant } from './load-mutant.ts'
import type { EngineMutant } from './mutants.ts'
import type { SqlMutant } from './sql-mutants.ts'

/** What caught a mutant: the number of a seed or of a sequence, and how it shows. Null when the mutant survived. */
export type Catch = { by: number; shows: string } | null

/** How many seeds, or sequences, are tried from the one on record on. */
const MAX_TRIES = 3_000

/** Looks for a seed that breaks a rule, from the one on record on. The intact engine must keep all rules with it. */
export async function tryEngineMutant(name: string, mutant: EngineMutant): Promise<Catch> {
  const { faults: always, seed } = mutant
  const { runSeeds: runMutant } = await loadEngineMutant(name, mutant)
  for (const candidate of seedsFrom(seed, MAX_TRIES)) {
    const [failed] = (await runMutant([candidate], { always })).failed
    if (!failed) continue
    const intact = await runSeeds([candidate], { always })
    if (intact.failed.length === 0) return { by: candidate, shows: failed.violations[0] ?? '' }
  }
  return null
}

/** Tries mutants of the statements on a PostgreSQL server with the migrated template. Yields how each was caught. */
export async function* trySqlMutants(mutants: readonly [string, SqlMutant][], serverUrl: string) {
  await using database = await copyDatabase(serverUrl, TEMPLATE)
  await using intact = await openComparison(database.url)
  for (const [name, mutant] of mutants)
    yield { name, mutant, found: await trySqlMutant(name, mutant, serverUrl, intact) }
}

/** Looks for a sequence in which PostgreSQL and the model differ, from the one on record on, and the intact ones do not. */
async function trySqlMutant(
  name: string,
  mutant: SqlMutant,
  serverUrl: string,
  intact: SequenceComparison,
): Promise<Catch> {
  const { sequence: first } = mutant
  const { compareSequences: compareMutant } = await loadSqlMutant(name, mutant)
  await using database = await copyDatabase(serverUrl, TEMPLATE)
  const options = { first, sequences: MAX_TRIES, shrinks: false }
  const { compared, difference } = await compareMutant(database.url, options)
  if (difference === null) return null
  const by = first + compared - 1
  if ((await intact.compare({ ...options, first: by, sequences: 1 })).difference !== null)
    throw new Error(`The intact statements differ in sequence ${by}, too`)
  return { by, shows: difference.split('\n').at(-1) ?? '' }
}
