import { copyDatabase } from '../../test/copy-database.ts'
import { TEMPLATE } from '../../test/start-postgres.ts'
import { seedsFrom } from '../run-seeds.ts'
import { loadEngineMutant, loadSqlMutant } from './load-mutant.ts'
import { ENGINE_MUTANTS, type Mutant, QUICK } from './mutants.ts'
import { SQL_MUTANTS } from './sql-mutants.ts'

/** What caught a mutant, in one line; null when it survived. */
type Catch = string | null

/** Looks for the first seed that breaks a rule. */
export async function tryEngineMutant(name: string, mutant: Mutant): Promise<Catch> {
  const { runSeeds } = await loadEngineMutant(name, mutant)
  const tally = await runSeeds(seedsFrom(1, mutant.within), 1)
  const [failed] = tally.failed
  return failed ? `seed ${failed.seed}: ${name} (${failed.violations[0]})` : null
}

/** Looks for the first sequence in which PostgreSQL and the model differ. */
export async function trySqlMutant(name: string, mutant: Mutant, serverUrl: string): Promise<Catch> {
  const { compareSequences } = await loadSqlMutant(name, mutant)
  await using database = await copyDatabase(serverUrl, TEMPLATE)
  const options = { seed: 1, sequences: mutant.within, shrinks: false }
  const { compared, difference } = await compareSequences(database.url, options)
  return difference && `sequence ${compared}: ${name} (${difference.split('\n').at(-1)?.slice(0, 160)})`
}

export const engineMutants = (onlyQuick: boolean): [name: string, mutant: Mutant][] =>
  Object.entries(ENGINE_MUTANTS).filter(([, { within }]) => !onlyQuick || within <= QUICK.seeds)

export const sqlMutants = (onlyQuick: boolean): [name: string, mutant: Mutant][] =>
  Object.entries(SQL_MUTANTS).filter(([, { within }]) => !onlyQuick || within <= QUICK.sequences)
