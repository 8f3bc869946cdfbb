import { messages } from '@bidwell/contract'
import { clearAlarms, listAlarms } from '../platform/alarms.ts'
import { StartupError } from '../platform/startup-error.ts'
import { openAsOperator } from './open-as-operator.ts'

/** The command `alarms`: prints what the product has set aside; `alarms clear` forgets it afterwards. */
export async function showAlarms(env: NodeJS.ProcessEnv, action: string | undefined): Promise<void> {
  if (action !== undefined && action !== 'clear') throw new StartupError('Say: alarms, or alarms clear')
  await using operator = await openAsOperator(env, 'alarms')
  const alarms = await listAlarms(operator.db)
  const lines = alarms.map(
    ({ kind, subject, raised_at }) => `${raised_at.toISOString()}  ${messages.alarms.describe(kind, subject)}`,
  )
  process.stdout.write(`${lines.join('\n') || 'No alarms.'}\n`)
  if (action === 'clear') await clearAlarms(operator.db)
}
