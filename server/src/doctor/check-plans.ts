import { checkPlansInUse } from '../plans/check-plans-in-use.ts'
import { readPlans } from '../plans/load-plans.ts'
import { StartupError } from '../platform/startup-error.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

/** Whether the plans can be read, and contain those that somebody pays for. */
export async function checkPlans({ config, database }: Patient): Promise<Finding | Finding[]> {
  try {
    const plans = await readPlans(config)
    const warnings: string[] = []
    const connected = await database
    const log = { warn: (message: unknown) => void warnings.push(String(message)) }
    if (!('because' in connected)) await checkPlansInUse({ db: connected.db, log }, plans)
    if (warnings.length > 0)
      return warnings.map((text) => warn(text, 'Set PLAN_MODE=subscriptions until they have ended.'))
    if (plans === null || config.plans === null) return ok('there are none: everything is unlimited')
    return ok(`${config.plans.file} has ${plans.paid.length} plans to buy`)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.message.split('\n').map((mistake) => fail(mistake, 'Correct it: the API and the jobs do not start.'))
  }
}
