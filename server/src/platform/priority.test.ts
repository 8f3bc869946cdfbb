import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const AUTOGROUP = '/proc/self/autogroup'

/** What the system has on a program's session once that has asked for a priority, and what it had before. */
async function sessionAfter(asks: string, { detached }: { detached: boolean }) {
  const module = new URL('./priority.ts', import.meta.url).href
  const read = `require('node:fs').readFileSync('${AUTOGROUP}', 'utf8')`
  const code = `const before = ${read}
    import('${module}').then(async ({ ${asks} }) => { await ${asks}(); console.log(JSON.stringify([before, ${read}])) })`
  const child = spawn(process.execPath, ['-e', code], { detached, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(child, 'close')
  const [before, after]: string[] = JSON.parse(said)
  return { before: before?.split(' nice ')[1]?.trim(), after: after?.split(' nice ')[1]?.trim() }
}

test.runIf(existsSync(AUTOGROUP) && process.getuid?.() === 0)(
  'a priority counts between programs that lead sessions of their own',
  async () => {
    await expect(sessionAfter('goFirst', { detached: true })).resolves.toEqual({ before: '0', after: '-14' })
    await expect(sessionAfter('giveWay', { detached: true })).resolves.toEqual({ before: '0', after: '10' })
  },
)

test.runIf(existsSync(AUTOGROUP))('the session of a person’s terminal stays as it is', async () => {
  const { before, after } = await sessionAfter('giveWay', { detached: false })
  expect(after).toBe(before)
})
