import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ENGINE_HEAP } from '../supervisor/programs.ts'

const MODULE = new URL('collect-garbage.ts', import.meta.url).href
/** Allocates garbage until a collection takes place, and then tries a second collection. */
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

test('garbage is collected when there is enough of it, and not again at once', async () => {
  await expect(collected(ENGINE_HEAP)).resolves.toEqual([true, false])
})

test('no garbage is collected when the runtime does not offer collection', async () => {
  await expect(collected([])).resolves.toEqual([false, false])
})
