import { endProcess } from '../../platform/end-process.ts'
import { admitPatient } from '../doctor/admit-patient.ts'
import { exitCodeOf, formatResults } from '../doctor/format-results.ts'
import { runChecks } from '../doctor/run-checks.ts'

/** The command `doctor`: prints a line for each finding. Ends the process with 0, 1 or 2. */
export async function runDoctor(env: NodeJS.ProcessEnv): Promise<never> {
  const patient = await admitPatient(env)
  const results = await runChecks(patient)
  const text = `${formatResults(results).join('\n')}\n`
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()))
  // What a check still waits for ends with the process.
  return endProcess(exitCodeOf(results))
}
