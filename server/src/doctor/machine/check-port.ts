import { fail, type Finding, ok, type Patient, warn } from '../check.ts'
import { askHealth } from '../outside/ask-health.ts'

const WITHIN_MS = 2_500

/** Whether the port of the API is this installation's, or free. */
export async function checkPort({ config, keys }: Patient): Promise<Finding> {
  const { port, localUrl } = config.http
  if (port === 0) return ok('PORT is 0: each start takes another one')
  const answer = await askHealth(localUrl, { keys: keys.session, timeoutMs: WITHIN_MS })
  if (answer.kind === 'ours') return ok(`the API of this installation answers at ${localUrl}`)
  if (answer.kind === 'failed' && answer.code === 'ECONNREFUSED') {
    return warn(`nothing listens at ${localUrl}: the API does not run here`, 'Start Bidwell, unless it runs elsewhere.')
  }
  if (answer.kind === 'unknown') {
    return warn(`a Bidwell answers at ${localUrl}; without SESSION_KEYS nobody can say whose`, 'Run this with them.')
  }
  const who = answer.kind === 'theirs' ? 'another Bidwell' : 'another program'
  return fail(`port ${port} is taken by ${who}`, 'Stop that, or set PORT to another port.')
}
