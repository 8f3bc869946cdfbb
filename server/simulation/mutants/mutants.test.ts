import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENGINE_MUTANTS, type Mutant } from './mutants.ts'
import { SQL_MUTANTS } from './sql-mutants.ts'
import { TESTED_MUTANTS } from './tested-mutants.ts'

const SERVER = new URL('../../', import.meta.url)

const occurrences = ({ file, guard }: Mutant) => readFileSync(new URL(file, SERVER), 'utf8').split(guard).length - 1

test('The guard of every mutant occurs exactly once in its file', () => {
  const guards: [string, Mutant][] = Object.entries({ ...ENGINE_MUTANTS, ...SQL_MUTANTS, ...TESTED_MUTANTS })
  expect(guards.filter(([, mutant]) => occurrences(mutant) !== 1).map(([name]) => name)).toEqual([])
})
