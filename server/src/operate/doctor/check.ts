import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'

export type Level = 'ok' | 'warn' | 'fail'

/** What a check has found, in a sentence, and what to do about it. */
export type Finding = { level: Level; found: string; remedy: string | null }

export const ok = (found: string): Finding => ({ level: 'ok', found, remedy: null })
export const warn = (found: string, remedy: string | null): Finding => ({ level: 'warn', found, remedy })
export const fail = (found: string, remedy: string | null): Finding => ({ level: 'fail', found, remedy })

/** Why the database cannot be asked: what the check of the database shows, and in a few words for the others. */
export type NoDatabase = { finding: Finding; because: string }
export type Connected = {
  db: Db
  /** Of PostgreSQL, such as 180004. */
  version: number
}

/** What the checks examine. The functions and paths are the machine's, and others in tests. */
export type Patient = {
  /** That of an empty environment, while this one has mistakes. */
  config: Config
  /** One sentence for each mistake in the environment. */
  mistakes: readonly string[]
  /** Variables of the environment that almost spell a setting. */
  misspelt: readonly { name: string; meant: string }[]
  /** From the environment, or from the data folder. */
  keys: Config['keys']
  /** Resolves when the database is connected, or when that has failed. */
  database: Promise<Connected | NoDatabase>
  clock: Clock
  machine: Machine
}

export type Machine = {
  /** The space of the file system of a path. */
  statfs: (path: string) => Promise<{ bsize: number; blocks: number; bavail: number }>
  /** Authorities to trust instead of those of the system, PEM. */
  certificateAuthority?: string
}

export type Check = { name: string } & (
  | { run: (patient: Patient, signal: AbortSignal) => Promise<Finding | readonly Finding[]> }
  | { ask: (connected: Connected, patient: Patient, signal: AbortSignal) => Promise<Finding | readonly Finding[]> }
)
