import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { abandonPlace, answers, choosePlace } from '../installation/start-bidwell.ts'
import { expect, test } from '../story.ts'

test('Bidwell stops when the shell of "npm start" is killed, and nothing of it stays', async () => {
  const place = await choosePlace()
  const health = () => answers(`http://127.0.0.1:${place.port}/api/health`)
  // As npm runs a script: in a shell that passes no signal on.
  const shell = spawn('sh', ['-c', 'node scripts/start.mjs; exit'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, npm_lifecycle_event: 'start', PORT: String(place.port), BIDWELL_DATA: place.data },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The end of whatever writes there: Bidwell stops its database last.
  const stopped = once(shell.stdout.resume(), 'close')
  try {
    await expect.poll(health).toBe(true)
  } finally {
    shell.kill('SIGTERM')
  }
  await stopped
  expect(await health()).toBe(false)
  await abandonPlace(place)
})
