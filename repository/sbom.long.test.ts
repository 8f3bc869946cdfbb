import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

type Bill = {
  bomFormat: string
  components: { purl: string; hashes?: object[] }[]
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { name?: string; version: string; link?: boolean }>
}
/** As the bill names packages: `name@version`. A package may be installed at several places. */
const locked = new Set(
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
)

test('The bill of materials lists every package of the lock file with its hash', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom', '--', '--offline'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const { bomFormat, components } = JSON.parse(stdout) as Bill
  expect(bomFormat).toBe('CycloneDX')
  const others = components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40bidwell/'))
  expect(others.filter(({ hashes }) => !hashes?.length)).toEqual([])
  const listed = others.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '').replace(/\?.*/, '')))
  expect(locked.size).toBeGreaterThan(200) // an empty scan would pass
  expect(new Set(listed)).toEqual(locked)
})
