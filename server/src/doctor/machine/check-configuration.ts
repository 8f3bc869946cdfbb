import { fail, type Finding, ok, type Patient } from '../check.ts'

/** Whether the environment is right. Each mistake is a finding. */
export async function checkConfiguration({ mistakes }: Patient): Promise<Finding | Finding[]> {
  if (mistakes.length === 0) return ok('the settings are right; "npm run bidwell config" prints them')
  return mistakes.map((mistake) => fail(mistake, null))
}
