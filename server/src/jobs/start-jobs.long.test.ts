import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConnection } from '../../test/a-connection.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { queueMail } from '../notifying/mail/queue-mail.ts'
import { systemClock } from '../platform/clock.ts'
import { enqueue } from '../platform/enqueue.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The jobs as a process of their own. */
function spawnJobs(stack: AsyncDisposableStack, environment: NodeJS.ProcessEnv) {
  const env = { ...environment, PATH: process.env['PATH'], LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [MAIN, 'jobs'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  stack.defer(() => void child.kill('SIGKILL'))
  return child
}

/** A process that works on a job, which waits until the obstacle is removed. */
async function aProcessAtWork(stack: AsyncDisposableStack) {
  const { db, environment, startJobs } = stack.use(await aConnection())
  const obstacle = await db.startTransaction().execute()
  stack.defer(() => void (obstacle.isCommitted || obstacle.rollback().execute()))
  await sql`lock table idempotency_keys`.execute(obstacle)
  await enqueue(db, 'clean-up', {})
  const child = spawnJobs(stack, environment)
  const cleaning = sql`select locked_by from graphile_worker.jobs where task_identifier = 'clean-up'`
  const worker = async () => (await cleaning.execute(db)).rows
  await expect.poll(worker).toEqual([{ locked_by: expect.any(String) }])
  return { db, child, worker, startJobs, removeObstacle: () => obstacle.commit().execute() }
}

test('A job is left to the process that works on it, and the next process does it once that one was killed', async () => {
  await using stack = new AsyncDisposableStack()
  const { child, worker, startJobs, removeObstacle } = await aProcessAtWork(stack)
  const first = await worker()
  await (await startJobs())[Symbol.asyncDispose]()
  expect(await worker()).toEqual(first)

  child.kill('SIGKILL')
  await once(child, 'exit')
  await removeObstacle()
  stack.use(await startJobs())
  await expect.poll(worker).toEqual([])
})

test('A process that cannot record the end of a job stops in order, and the next process does the job', async () => {
  await using stack = new AsyncDisposableStack()
  const { db, child, worker, startJobs, removeObstacle } = await aProcessAtWork(stack)
  await sql`create trigger refuse before delete on graphile_worker._private_jobs
            for each row execute function refuse_rewrite()`.execute(db)
  const ended = once(child, 'exit')
  await removeObstacle()
  expect(await ended).toEqual([0, null])

  await sql`drop trigger refuse on graphile_worker._private_jobs`.execute(db)
  stack.use(await startJobs())
  await expect.poll(worker).toEqual([])
})

test('The jobs process works off the jobs and sends the mails that wait, and ends on SIGTERM', async () => {
  await using stack = new AsyncDisposableStack()
  const { db, connectionId, environment, untilRenewed } = stack.use(await aConnection())
  await enqueue(db, 'renew-site-token', { connectionId })
  const server = stack.use(await startMailServer())
  const mail = { kind: 'verify-email', to: 'ann@example.com', accountId: null, token: 'abc' } as const
  await db.transaction().execute((tx) => queueMail(tx, mail, { now: systemClock.now() }))
  const sending = { SMTP_URL: server.url, MAIL_FROM: 'bids@example.com', PUBLIC_URL: 'https://bids.example.com' }
  const child = spawnJobs(stack, { ...environment, ...sending })
  expect(await untilRenewed()).not.toBeNull()
  await expect.poll(() => server.mails.map(({ subject }) => subject)).toContain('Verify your email address')

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
