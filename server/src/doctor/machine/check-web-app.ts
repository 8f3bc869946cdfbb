import { existsSync } from 'node:fs'
import { fail, type Finding, ok, type Patient } from '../check.ts'

/** Whether the API has pages to serve. */
export async function checkWebApp({ machine }: Patient): Promise<Finding> {
  if (existsSync(machine.webRoot)) return ok('the pages are built')
  return fail(`the pages are not built: ${machine.webRoot} is missing`, 'Run "npm start", which builds them.')
}
