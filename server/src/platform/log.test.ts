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

test('a line says which process wrote it, and what about', () => {
  const { log, written } = collect()
  log.info({ bidId: 7 }, 'armed')
  expect(JSON.parse(written())).toMatchObject({ level: 30, process: 'test', bidId: 7, msg: 'armed' })
})

test('secrets stay out, by whatever field they come in', () => {
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

test('secrets stay out of text: addresses with a password, bearer tokens, session tokens', () => {
  const { log, written } = collect()
  log.error({ err: new Error('connect postgres://bidwell:S3cret@db/bidwell', { cause: new Error('Bearer S3cret') }) })
  log.info('refused eyJhbGciOiJIUzI1NiJ9.eyJTM2NyZXQ.S3cret')
  expect(written()).not.toContain('S3cret')
  expect(written()).toContain('connect postgres://bidwell:[hidden]@db/bidwell')
})

test('of an error the log keeps message, code, cause and stack, not the request that a library attached', () => {
  const { log, written } = collect()
  const error = Object.assign(new Error('refused', { cause: new Error('no route') }), { code: 'EHOST', form: 'S3cret' })
  log.warn({ err: error }, 'the site did not answer')
  expect(JSON.parse(written()).err).toMatchObject({ message: 'refused: no route', code: 'EHOST' })
  expect(JSON.parse(written()).err.stack).toContain('log.test.ts')
  expect(written()).not.toContain('S3cret')
})

/** A process that logs so many lines of 1 kB, says so to its parent, and ends by itself. */
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

test('a pipe that nobody empties holds nobody up', async () => {
  const child = logger(20_000)
  await once(child, 'message')
  child.kill('SIGKILL')
})

test('what was logged is written before the process ends', async () => {
  const child = logger(300)
  const written = await text(child.stdout!)
  expect(
    written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).line),
  ).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
})
