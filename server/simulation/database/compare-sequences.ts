import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { DatabaseError } from 'pg'
import type { Snipe } from '../../src/engine/core/ports.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import type { Db } from '../../src/platform/database/tables.ts'
import { type DatabaseSide, openDatabaseSide } from './database-side.ts'
import { openModelSide } from './model-side.ts'
import { type Operation, type Sequence, sequence } from './operations.ts'
import { rowsOfDatabase, rowsOfModel } from './rows.ts'
import { type EngineClaim, scheduleStep, START, type Step, stepOf } from './steps.ts'

/** How many sequences were compared, and the steps of a sequence that differs; null when all are equal. */
export type Comparison = { compared: number; difference: string | null }

type Options = {
  /** The number of the first sequence. Each is drawn from its own number, so that it is the same wherever a run begins. */
  first: number
  sequences: number
  /** Looks for the shortest sequence that differs. */
  shrinks?: boolean
}

/** A statement that waits for a row longer than this fails: no step may wait for an owner's transaction. */
const LOCK_TIMEOUT_MS = 2_000

export type SequenceComparison = AsyncDisposable & { compare(options: Options): Promise<Comparison> }

/**
 * Runs random sequences in the model and in an empty migrated database, and compares every answer and the rows. Throws when
 * a sequence could not be run.
 */
export async function compareSequences(databaseUrl: string, options: Options): Promise<Comparison> {
  await using comparison = await openComparison(databaseUrl)
  return await comparison.compare(options)
}

/** Compares as often as wanted in one database, which is empty and migrated. */
export async function openComparison(databaseUrl: string): Promise<SequenceComparison> {
  const url = `${databaseUrl}?options=${encodeURIComponent(`-c lock_timeout=${LOCK_TIMEOUT_MS}`)}`
  await using stack = new AsyncDisposableStack()
  const { db } = stack.use(openDatabase({ url, applicationName: 'comparison', poolSize: 4 }))
  const side = stack.use(await openDatabaseSide(db, url))
  const property = fc.asyncProperty(sequence, (drawn) => compareSequence(db, side, drawn))
  const owned = stack.move()
  return {
    async compare({ first, sequences, shrinks = true }) {
      let compared = 0
      while (compared < sequences) {
        const details = await fc.check(property, { seed: first + compared, numRuns: 1, endOnFailure: !shrinks })
        compared += 1
        if (!details.failed) continue
        const { errorInstance: error } = details
        if (!(error instanceof Difference)) throw new Error('The sequence could not be compared', { cause: error })
        return { compared, difference: error.message }
      }
      return { compared, difference: null }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The model and the database answer otherwise, or hold other rows. Any other failure is one of the comparison. */
class Difference extends Error {}

/**
 * What a statement may fail with where the model answers: wrong values, a broken constraint, a deadlock, a row that is
 * locked, an exception of a trigger. A statement that PostgreSQL cannot read, or a lost connection, proves nothing.
 */
const REFUSALS = /^(22|23|40|55|P0)/

function refusalOf(error: unknown): { error: string } {
  if (error instanceof DatabaseError && REFUSALS.test(error.code ?? '')) return { error: String(error) }
  throw error
}

/** All bids join the first group, and an engine claims them. */
const HELD_IN_GROUPS: Operation[] = [
  ...[0, 1].map((account) => ({ when: { afterMs: 0 }, kind: 'store_login' as const, account })),
  ...[0, 1, 2].map((bid) => ({ when: { afterMs: 0 }, kind: 'regroup' as const, bid, group: 1 as const })),
  {
    when: { afterMs: 0 },
    kind: 'claim',
    engine: 0,
    during: null,
    uncertaintyMs: 0,
    horizonMs: 95_000,
    expired: [],
    includeBeyondHorizon: false,
    capacity: { unsent: 100, sent: 100 },
  },
]

async function compareSequence(db: Db, side: DatabaseSide, { snipes, operations, restoring, grouping }: Sequence) {
  const model = openModelSide()
  const state = { database: model.database, claims: new Array<EngineClaim>(), now: START }
  const steps: Step[] = []
  await side.reset()

  async function take(step: Step | null) {
    if (!step) return
    steps.push(step)
    state.now = step.at
    const expected = model.perform(step)
    const actual = await side.perform(step).catch(refusalOf)
    requireEqual(steps, 'answer', inOneOrder(expected), inOneOrder(actual))
    if (step.kind === 'claim') state.claims.push(...claimsIn(expected, step.engineId))
  }
  for (const terms of snipes) await take(scheduleStep(terms, state, START))
  if (grouping.length > 0) for (const operation of HELD_IN_GROUPS) await take(stepOf(operation, state))
  for (const [number, operation] of operations.entries()) {
    await take(stepOf(operation, state))
    for (const { after, operation: next } of [...restoring, ...grouping])
      if (after === number) await take(stepOf(next, state))
  }
  requireEqual(steps, 'rows', rowsOfModel(model.database), await rowsOfDatabase(db))
}

function requireEqual(steps: readonly Step[], what: string, model: unknown, database: unknown) {
  if (isDeepStrictEqual(model, database)) return
  const taken = steps.map((step) => JSON.stringify({ ...step, at: step.at - START }))
  throw new Difference([...taken, ...differencesOf(what, model, database)].join('\n'))
}

/** One line for each field that differs. */
function differencesOf(path: string, model: unknown, database: unknown): string[] {
  if (isDeepStrictEqual(model, database)) return []
  if (!isRecord(model) || !isRecord(database))
    return [`${path}: ${JSON.stringify(model)} in the model, ${JSON.stringify(database)} in the database`]
  const keys = new Set([...Object.keys(model), ...Object.keys(database)])
  return [...keys].flatMap((key) => differencesOf(`${path}.${key}`, model[key], database[key]))
}

/** Lists of bids and engines have no order. */
function inOneOrder(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.toSorted((a, b) => idOf(a) - idOf(b))
  return isRecord(answer) && 'result' in answer ? { ...answer, result: inOneOrder(answer['result']) } : answer
}

const idOf = (it: unknown): number => (isRecord(it) ? Number(it['bidId'] ?? it['engineId']) : 0)
const isRecord = (it: unknown): it is Record<string, unknown> => typeof it === 'object' && it !== null

function claimsIn(answer: unknown, engineId: number): EngineClaim[] {
  const { result } = answer as { result: readonly Snipe[] } // of the model, whose answers to a claim are snipes
  return result.map(({ bidId, fence }) => ({ bidId, fence, engineId }))
}
