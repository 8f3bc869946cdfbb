import { admitPatient } from '../src/operate/doctor/admit-patient.ts'
import type { Machine } from '../src/operate/doctor/check.ts'
import { exitCodeOf, formatResults } from '../src/operate/doctor/format-results.ts'
import { runChecks } from '../src/operate/doctor/run-checks.ts'
import type { Clock } from '../src/platform/clock.ts'

const ROOMY = { bsize: 4_096, blocks: 10_000_000, bavail: 9_000_000 }

export type Examined = {
  /** What the operator reads, without the lines that say OK. */
  trouble: string[]
  lines: string[]
  exitCode: number
}

/** What `bidwell doctor` finds, on a machine with room on its disk unless the test says otherwise. */
export async function examine(
  env: NodeJS.ProcessEnv,
  { clock, ...machine }: Partial<Machine> & { clock?: Clock } = {},
): Promise<Examined> {
  await using patient = await admitPatient(env, {
    ...(clock && { clock }),
    machine: { statfs: async () => ROOMY, ...machine },
  })
  const results = await runChecks(patient)
  const lines = formatResults(results)
  return {
    lines,
    trouble: lines.filter((line) => !line.startsWith('OK')),
    exitCode: exitCodeOf(results),
  }
}
