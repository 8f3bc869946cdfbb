import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function collect() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: createLog({ level: 'info', process: 'test', destination }), written: () => lines.join('') }
}

test('A log line names its process, its message and its fields', () => {
  const { log, written } = collect()
  log.info({ bidId: 7 }, 'armed')
  expect(JSON.parse(written())).toMatchObject({ level: 30, process: 'test', bidId: 7, msg: 'armed' })
})

test('The values of fields with the name of a secret are hidden in the log', () => {
  const { log, written } = collect()
  log.info({
    password: 'S3cret!',
    body: { username: 'demo', sitePassword: 'S3cret!', items: [{ accessToken: 'S3cret!' }] },
    headers: { authorization: 'S3cret!', cookie: 'S3cret!', accept: 'text/html' },
    sealed_credentials: { box: 'S3cret!' },
    VAULT_KEYS: 'S3cret!',
  })
  expect(written()).not.toContain('S3cret!')
  expect(JSON.parse(written())).toMatchObject({ body: { username: 'demo' }, headers: { accept: 'text/html' } })
})

test('Passwords in addresses, bearer tokens and session tokens are hidden in logged text', () => {
  const { log, written } = collect()
  log.error({ err: new Error('connect postgres://bidwell:S3cret@db/bidwell', { cause: new Error('Bearer S3cret') }) })
  log.info('refused eyJhbGciOiJIUzI1NiJ9.eyJTM2NyZXQ.S3cret')
  expect(written()).not.toContain('S3cret')
  expect(written()).toContain('connect postgres://bidwell:[hidden]@db/bidwell')
})

test('An error is logged with message, code, cause and stack, and without the request that a library attached', () => {
  const { log, written } = collect()
  const error = Object.assign(new Error('refused', { cause: new Error('no route') }), { code: 'EHOST', form: 'S3cret' })
  log.warn({ err: error }, 'the site did not answer')
  expect(JSON.parse(written()).err).toMatchObject({ message: 'refused: no route', code: 'EHOST' })
  expect(JSON.parse(written()).err.stack).toContain('log.test.ts')
  expect(written()).not.toContain('S3cret')
})

test('A database that is away is logged without a stack', () => {
  const { log, written } = collect()
  log.warn({ err: new Error('timeout exceeded when trying to connect') }, 'imports could not be worked on')
  expect(JSON.parse(written()).err).toEqual({ type: 'Error', message: 'timeout exceeded when trying to connect' })
})

/** Starts a process that logs this many lines of 1 kB, sends a message to its parent, and ends. */
function logger(lines: number) {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    const log = createLog({ level: 'info', process: 'test' })
    for (let line = 1; line <= ${lines}; line++) log.info({ line }, 'x'.repeat(1_000))
    process.send('done')
    process.disconnect()`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

test('A process is not blocked by a log pipe that is not read', async () => {
  const child = logger(20_000)
  await once(child, 'message')
  child.kill('SIGKILL')
})

test('All log lines are written before the process ends', async () => {
  const child = logger(300)
  const written = await text(child.stdout!)
  expect(
    written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).line),
  ).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
})

/** Starts a process that logs a line, and ends on SIGTERM after two more. */
function endingLogger() {
  const program = `
    import { createLog, flushLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    import { endProcess } from ${JSON.stringify(import.meta.resolve('./end-process.ts'))}
    const log = createLog({ level: 'info', process: 'test' })
    process.on('SIGTERM', async () => {
      log.info('stopped')
      log.info('ending')
      await flushLog(log)
      endProcess()
    })
    setInterval(() => {}, 1e6)
    log.info('started')`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('A process that ends writes its last line', async () => {
  const child = endingLogger()
  const [first] = await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(String(first)).toContain('started')
  expect(await text(child.stdout)).toContain('ending')
})

test('A process whose log nobody reads any more ends', async () => {
  const child = endingLogger()
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
