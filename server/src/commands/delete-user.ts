import { randomUUID } from 'node:crypto'
import { StartupError } from '../platform/startup-error.ts'
import { requestDeletion } from '../privacy/request-deletion.ts'
import { findUser } from './find-user.ts'
import { openAsOperator } from './open-as-operator.ts'

/** As in the administrator's call. */
const MAX_REASON_LENGTH = 500

/** The command `user delete EMAIL`: asks for the deletion of an account. Its owner gets the reason by mail. */
export async function deleteUser(env: NodeJS.ProcessEnv, email: string, given: string): Promise<void> {
  const reason = given.trim()
  if (reason === '') throw new StartupError('Give the --reason: the owner of the account reads it')
  if (reason.length > MAX_REASON_LENGTH) {
    throw new StartupError(`The --reason may be ${MAX_REASON_LENGTH} characters at most`)
  }
  await using operator = await openAsOperator(env, 'user')
  const { config, db, clock } = operator
  const account = await findUser(db, email)
  const deps = { db, clock, marketplace: { id: config.site.id }, process: 'operator' }
  const visitor = { ipAddress: '', userAgent: null, requestId: randomUUID(), deviceId: '' }
  const { dueAt, notStopped } = await requestDeletion(deps, {
    accountId: account.id,
    caller: null,
    administrator: null,
    reason,
    visitor,
  })
  const lines = [
    `The site login of ${account.email} is deleted, its sessions have ended, and its pending bids are cancelled.`,
    `The rest is deleted on ${new Date(dueAt).toISOString()}. Until then, an administrator can keep the account on the page`,
    `${config.http.publicUrl}/admin/data-deletion.`,
    ...notStopped.map(({ id, message }) => `Not stopped: bid ${id}. ${message}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
