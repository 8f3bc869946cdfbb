import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Who may import whom, lowest first. A layer may import itself, and what its row lists; packages of ours count by their
 * folder. The first row that matches a file is its layer.
 */
const SHARED = 'contract|server/src/(platform|changes|marketplace)'
const LAYERS: [layer: RegExp, mayImport: RegExp][] = [
  [/^contract\//, /^$/],
  [/^auction-house\//, /^$/],
  [/^web\//, /^contract\//],
  [/^e2e\//, /^(contract|auction-house)\//],
  [/^server\/src\/platform\//, /^contract\//],
  [/^server\/src\/changes\//, /^(contract|server\/src\/platform)\//],
  [/^server\/src\/bid-log\//, /^(contract|server\/src\/platform)\//],
  [/^server\/src\/marketplace\//, /^(contract|server\/src\/platform)\//],
  [/^server\/src\/http\//, new RegExp(`^(${SHARED}|server/src/accounts)/`)],
  [/^server\/src\/accounts\//, new RegExp(`^(${SHARED})/`)],
  [/^server\/src\/connections\//, new RegExp(`^(${SHARED}|server/src/accounts)/`)],
  [/^server\/src\/auctions\//, new RegExp(`^(${SHARED}|server/src/(accounts|connections|bid-log))/`)],
  [/^server\/src\/bids\//, new RegExp(`^(${SHARED}|server/src/(accounts|connections|auctions|bid-log))/`)],
  [/^server\/src\/preflights\//, new RegExp(`^(${SHARED}|server/src/(connections|auctions|bid-log))/`)],
  [/^server\/src\/engine\//, new RegExp(`^(${SHARED}|server/src/(connections|auctions|bids|bid-log))/`)],
  [/^server\/src\/jobs\//, /^(contract|server\/src\/(?!engine|http|supervisor|main))/],
  [/^server\/src\/supervisor\//, /^server\/src\/(platform|connections\/vault)\//],
  [/^server\/test\//, /^(contract|auction-house|server\/src)\//],
  [/^server\/src\/main(-\w+)?\.ts$/, /^(contract|server\/src|auction-house)\//],
]
const PACKAGES = ['contract', 'auction-house', 'web', 'server', 'e2e', 'bench', 'scripts']
const OURS: Record<string, string> = {
  '@bidwell/contract': 'contract/src/index.ts',
  '@bidwell/auction-house': 'auction-house/src/index.ts',
}

const everything = PACKAGES.filter(existsSync).flatMap(filesBelow)
const sources = everything.filter((path) => /^(contract|auction-house|web|server|e2e)\/.*\.tsx?$/.test(path))
const product = sources.filter((path) => !/\.test\.tsx?$|\.config\.ts$/.test(path))

test('imports point one way', () => {
  expect(product.length).toBeGreaterThan(100) // an empty scan would pass every rule
  expect(product.flatMap(forbiddenImports)).toEqual([])
})

test('the scan sees an import that points the wrong way', () => {
  expect(forbiddenIn('server/src/bids/fire.ts', `import { arm } from '../engine/arm.ts'`)).toEqual([
    'server/src/bids/fire.ts -> server/src/engine/arm.ts',
  ])
  expect(forbiddenIn('auction-house/src/house.ts', `export * from '@bidwell/contract'`)).toHaveLength(1)
  expect(forbiddenIn('server/src/bids/fire.ts', `import { route } from '../http/route.ts'`)).toHaveLength(1)
  expect(forbiddenIn('server/src/bids/routes.ts', `import { route } from '../http/route.ts'`)).toEqual([])
  expect(forbiddenIn('web/src/app/x.ts', `const x = await import('../../../server/src/main.ts')`)).toHaveLength(1)
})

test('the auction house shares nothing with the product that it tests', () => {
  const house = sources.filter((path) => path.startsWith('auction-house/'))
  expect(house.length).toBeGreaterThan(10)
  expect(house.flatMap((path) => importsOf(path, read(path)).filter((to) => !to.startsWith('auction-house/')))).toEqual(
    [],
  )
})

test('in the server, only the clock reads the time', () => {
  const server = product.filter((path) => path.startsWith('server/src/'))
  const tells = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bTemporal\.Now\b|\bhrtime\b/
  expect(server.filter((path) => tells.test(read(path)))).toEqual(['server/src/platform/clock.ts'])
})

test('nothing but the configuration and the entry points reads the environment', () => {
  const server = product.filter((path) => path.startsWith('server/src/'))
  const readers = server.filter((path) => /\bprocess\.env\b/.test(read(path)))
  expect(readers.filter((path) => !/^server\/src\/main(-\w+)?\.ts$/.test(path))).toEqual([])
})

test('no file names a package registry, so that installing follows whatever the machine uses', () => {
  const rooted = readdirSync('.').filter((name) => /\.(json|md|ts)$|^\.npmrc$/.test(name))
  const naming = [...rooted, ...everything].filter((path) => /https?:\/\/registry\./.test(read(path)))
  expect(naming.filter((path) => path !== 'architecture.test.ts')).toEqual([])
})

test('every link from one document to a file leads somewhere', () => {
  const rooted = readdirSync('.').filter((name) => name.endsWith('.md'))
  const documents = [...rooted, ...filesBelow('docs')].filter((path) => path.endsWith('.md'))
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => join(dirname(path), to))
      .filter((target) => !existsSync(target))
      .map((target) => `${path} -> ${target}`),
  )
  expect(broken).toEqual([])
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (['node_modules', 'dist', 'results', 'fixtures'].includes(entry.name)) return []
    if (entry.isDirectory()) return filesBelow(path)
    return /\.(tsx?|mjs|json|md|sql|css|html|svg)$/.test(entry.name) ? [path] : []
  })
}

function forbiddenImports(path: string) {
  return forbiddenIn(path, read(path))
}

function forbiddenIn(path: string, source: string): string[] {
  const rule = LAYERS.find(([layer]) => layer.test(path))
  if (!rule) return [`${path}: belongs to no layer`]
  const [layer, mayImport] = rule
  return importsOf(path, source)
    .filter((to) => !layer.test(to) && !mayImport.test(to) && !isDoor(path, to))
    .map((to) => `${path} -> ${to}`)
}

/** How a noun is called over HTTP: its `routes.ts`, and no other file of it, knows what a route is. */
const isDoor = (path: string, to: string) => path.endsWith('/routes.ts') && to === 'server/src/http/route.ts'

/** The files of ours that a source names, whether it imports, re-exports or loads them later. */
function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].flatMap(([, to = '']) => {
    if (to.startsWith('.')) return [normalize(join(dirname(path), to))]
    return OURS[to] ?? []
  })
}

function read(path: string) {
  return readFileSync(path, 'utf8')
}
