import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const AUTOGROUP = '/proc/self/autogroup'

/** The priority of a program's session before and after the program calls `change`. */
async function sessionPriority(change: string, { detached }: { detached: boolean }) {
  const module = new URL('./priority.ts', import.meta.url).href
  const read = `require('node:fs').readFileSync('${AUTOGROUP}', 'utf8')`
  const code = `const before = ${read}
    import('${module}').then(async ({ ${change} }) => { await ${change}(); console.log(JSON.stringify([before, ${read}])) })`
  const child = spawn(process.execPath, ['-e', code], { detached, stdio: ['ignore', 'pipe', 'inherit'] })
  const [before, after]: string[] = JSON.parse(await text(child.stdout))
  return { before: before?.split(' nice ')[1]?.trim(), after: after?.split(' nice ')[1]?.trim() }
}

test.runIf(existsSync(AUTOGROUP) && process.getuid?.() === 0)(
  'a process that leads its session changes the priority of the session',
  async () => {
    await expect(sessionPriority('raisePriority', { detached: true })).resolves.toEqual({ before: '0', after: '-14' })
    await expect(sessionPriority('lowerPriority', { detached: true })).resolves.toEqual({ before: '0', after: '10' })
  },
)

test.runIf(existsSync(AUTOGROUP))(
  'a process that does not lead its session leaves the priority of the session as it is',
  async () => {
    const { before, after } = await sessionPriority('lowerPriority', { detached: false })
    expect(after).toBe(before)
  },
)
