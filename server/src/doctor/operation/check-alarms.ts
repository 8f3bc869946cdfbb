import { countAlarms } from '../../platform/alarms.ts'
import { type Connected, type Finding, ok, warn } from '../check.ts'

/** Whether something was set aside that an operator has to look at. */
export async function checkAlarms({ db }: Connected): Promise<Finding> {
  const count = await countAlarms(db)
  if (count === 0) return ok('there are none')
  return warn(
    `${count} ${count === 1 ? 'waits' : 'wait'} for you`,
    '"npm run bidwell alarms" prints them, and "npm run bidwell alarms clear" forgets them.',
  )
}
