import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '../../server/src/platform/database/embedded/free-port.ts'

/** Starts the system's Redis without persistence. Throws when it is not installed. */
export async function startRedis(): Promise<AsyncDisposable & { address: string }> {
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
    {
      cwd: '/tmp',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const ready = Promise.withResolvers<void>()
  child.once('error', () => ready.reject(new Error('redis-server is missing: `apt-get install -y redis-server`')))
  child.once('exit', () => ready.reject(new Error('redis-server did not start')))
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes('Ready to accept connections')) ready.resolve()
  })
  await ready.promise
  return {
    address: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
