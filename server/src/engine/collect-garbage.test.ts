import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ENGINE_HEAP } from '../supervisor/programs.ts'

const MODULE = new URL('collect-garbage.ts', import.meta.url).href
/** Objects that nobody keeps are made until some are collected; then it is asked once more. */
const CODE = `import('${MODULE}').then(({ collectGarbage }) => {
  let first = false
  for (let made = 0; made < 100 && !first; made++) {
    Array.from({ length: 1_000 }, (_, index) => ({ index }))
    first = collectGarbage()
  }
  console.log(JSON.stringify([first, collectGarbage()]))
})`

async function collected(flags: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', CODE])
  return JSON.parse(stdout)
}

test('an engine collects its garbage when there is enough of it, and not again at once', async () => {
  await expect(collected(ENGINE_HEAP)).resolves.toEqual([true, false])
})

test('where the runtime does not offer it, nothing is collected', async () => {
  await expect(collected([])).resolves.toEqual([false, false])
})
