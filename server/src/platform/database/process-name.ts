import { RELEASE } from '../release.ts'
import { PROCESS_NAMES, type ProcessName } from './roles.ts'

export type NamedProcess = {
  process: ProcessName
  /** Null for a process from before processes named their releases. */
  release: string | null
}

/** What a process calls itself in `pg_stat_activity`, where every role can read it: its kind and its release. */
export const nameOfProcess = (process: ProcessName): string => `bidwell ${process} ${RELEASE.version}`

const NAME = new RegExp(`^bidwell (${PROCESS_NAMES.join('|')})(?: (\\S+))?$`)

/** Null for the name of any other program. */
export function parseProcessName(name: string): NamedProcess | null {
  const [, found, release = null] = NAME.exec(name) ?? []
  const process = PROCESS_NAMES.find((known) => known === found)
  return process === undefined ? null : { process, release }
}
