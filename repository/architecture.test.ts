import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The folders (layers), lowest first, and the layers that each may import besides itself. The first row that matches a
 * file is its layer. An import of one of our packages counts as an import of its folder.
 */
const below = (...places: string[]) => new RegExp(`^(contract|${places.join('|')})(/|$)`)
const web = (...layers: string[]) => below(`web/src/(${layers.join('|')})`)
const GROUND = ['state', 'ui', 'time', 'api', 'events', 'cache', 'session']
/** The files of `web/src/bids` itself. */
const A_BID = 'bids/[\\w-]+\\.ts'
/** The dialog that shows a secret for the only time: tabs share it. */
const SECRET = 'settings/SecretDialog\\.tsx'
/** The rooms of the server, from the ground up: each imports only rooms above it in this list. */
const ROOMS = [
  'platform',
  'config',
  'marketplace',
  'http',
  'notifying',
  'trails',
  // The row of a bid, and what follows from a change of it.
  'bids',
  'plans',
  // What every verb works with.
  'context',
  'identity',
  'connections',
  'auctions',
  // What people look for at the site.
  'searches',
  // What a person does with bids.
  'bidding',
  'health',
  'alerts',
  'billing',
  'history',
  'orders',
  'preflights',
  'privacy',
  'engine',
  'supervisor',
  'operate',
  // What the other processes run.
  'jobs',
  'api',
]
const inServer = (...rooms: string[]) => new RegExp(`^(package\\.json|contract|server/src/(${rooms.join('|')}))(/|$)`)
const SERVER_LAYERS = ROOMS.map((room, floor): [layer: RegExp, mayImport: RegExp] => [
  new RegExp(`^server/src/${room}/`),
  inServer(...ROOMS.slice(0, floor)),
])

const LAYERS: [layer: RegExp, mayImport: RegExp][] = [
  [/^contract\//, /^$/],
  [/^auction-house\//, /^$/],
  [/^practice-stripe\//, /^$/],

  [/^web\/src\/state\//, /^$/],
  [/^web\/src\/ui\//, web('state')],
  [/^web\/src\/time\//, web('state', 'ui')],
  [/^web\/src\/api\//, web('state', 'time')],
  [/^web\/src\/events\//, web('state', 'time', 'api')],
  [/^web\/src\/cache\//, web('state', 'time', 'api', 'events')],
  [/^web\/src\/session\//, web('state', 'ui', 'time', 'api', 'events', 'cache')],
  [/^web\/src\/account\//, web(...GROUND)],
  [/^web\/src\/notifications\//, web(...GROUND, 'account')],
  [/^web\/src\/device-alerts\//, web(...GROUND)],
  [/^web\/src\/plans\//, web(...GROUND, 'account')],
  [/^web\/src\/connection\//, web(...GROUND, 'account')],
  [/^web\/src\/wins\//, web(...GROUND, 'connection')],
  [/^web\/src\/auctions\/price\//, web('ui', 'time')],
  [/^web\/src\/searches\/another\//, web('ui', 'api')],
  [/^web\/src\/auctions\/closed\//, web(...GROUND, 'auctions/price', 'searches/another')],

  // What every page knows of a bid, then the parts of pages that show bids.
  [/^web\/src\/bids\/[\w.-]+$/, web(...GROUND, 'plans')],
  [/^web\/src\/bids\/shipping\//, web(...GROUND, 'account')],
  [/^web\/src\/bids\/sold\//, web(...GROUND)],
  [/^web\/src\/bids\/receipt\//, web(...GROUND, A_BID)],
  [/^web\/src\/bids\/waiting\//, web(...GROUND, A_BID)],
  [/^web\/src\/bids\/results\//, web(...GROUND, A_BID, 'wins')],
  [/^web\/src\/bids\/fields\//, web(...GROUND, A_BID, 'account', 'connection', 'bids/(shipping|sold)')],
  [/^web\/src\/bids\/form\//, web(...GROUND, A_BID, 'plans', 'connection', 'bids/(fields|receipt)')],
  [/^web\/src\/bids\/groups\//, web(...GROUND, A_BID, 'plans', 'connection', 'bids/fields')],
  [
    /^web\/src\/history\//,
    web(
      ...GROUND,
      A_BID,
      'connection',
      'wins',
      'bids/(shipping|receipt)',
      'auctions/(price|closed)',
      'searches/another',
    ),
  ],

  [/^web\/src\/auctions\/tracked\//, web(...GROUND, 'plans', 'connection', 'wins', A_BID, 'bids/results')],
  [
    /^web\/src\/auctions\/detail\//,
    web(...GROUND, 'connection', 'wins', 'bids', 'auctions/(price|closed|tracked)', 'searches/another'),
  ],
  [/^web\/src\/auctions\/card\//, web(...GROUND, 'connection', 'wins', A_BID, 'auctions/(price|tracked)')],
  [/^web\/src\/tour\//, web(...GROUND, 'auctions/(tracked|card)')],
  [/^web\/src\/auctions\/undo\//, web(...GROUND, 'plans', A_BID, 'auctions/tracked')],
  [/^web\/src\/auctions\/notes\//, web(...GROUND, A_BID, 'auctions/tracked')],
  [
    /^web\/src\/auctions\/add\//,
    web(...GROUND, 'plans', 'connection', A_BID, 'bids/(fields|groups)', 'auctions/(price|tracked)'),
  ],
  [/^web\/src\/auctions\/import\//, web(...GROUND, 'connection', 'auctions/(tracked|add)')],
  [/^web\/src\/auctions\/keyboard\//, web(...GROUND, A_BID, 'auctions/(tracked|undo|add)')],
  [/^web\/src\/auctions\/list\//, web(...GROUND, A_BID, 'auctions/(tracked|card|add)', 'searches/another')],
  [/^web\/src\/auctions\/selection\//, web(...GROUND, 'connection', A_BID, 'bids/fields', 'auctions/tracked')],
  [/^web\/src\/auctions\/checklist\//, web(...GROUND, 'connection', 'auctions/add')],
  [/^web\/src\/auctions\/freshness\//, web(...GROUND, 'auctions/(price|tracked)')],
  [/^web\/src\/auctions\/last-minute\//, web(...GROUND, 'wins', A_BID, 'bids/(form|results)', 'auctions/tracked')],
  [/^web\/src\/auctions\/live\//, web(...GROUND, A_BID, 'bids/results', 'auctions/(tracked|keyboard)')],
  [
    /^web\/src\/auctions\/dashboard\//,
    web(...GROUND, 'plans', 'connection', 'bids', 'tour', 'device-alerts', 'auctions/(?!dashboard|live)[\\w-]+'),
  ],
  [/^web\/src\/searches\//, web(...GROUND, 'plans', 'auctions/(price|tracked)')],
  [/^web\/src\/problems\//, web(...GROUND, 'connection', A_BID, 'bids/form', 'auctions/(tracked|detail)')],

  // A folder for each tab that has several parts.
  [/^web\/src\/settings\/bidding\//, web(...GROUND, 'account', A_BID)],
  [/^web\/src\/settings\/places\//, web(...GROUND, 'account', 'plans', 'device-alerts', SECRET)],
  [/^web\/src\/settings\/alerts\//, web(...GROUND, 'account', 'settings/places', SECRET)],
  [/^web\/src\/settings\/api-tokens\//, web(...GROUND, 'account', SECRET)],
  [/^web\/src\/settings\/security\//, web(...GROUND, 'account', 'settings/api-tokens')],
  [/^web\/src\/settings\//, web(...GROUND, 'account', 'plans', 'connection', A_BID, 'bids/shipping')],

  [/^web\/src\/admin\//, web(...GROUND, 'account')],
  [
    /^web\/src\/simulator\//,
    web('state', 'ui', 'time', 'api', 'tour', 'bids/receipt', 'auctions/(tracked|last-minute)'),
  ],
  [
    /^web\/src\/marketing\//,
    new RegExp(`${web(...GROUND, 'account', 'plans', 'simulator').source}|^web/site-content\\.json$`),
  ],
  [/^web\/src\/palette\//, web('state', 'ui')],
  [/^web\/src\/app\//, web('(?!app)[\\w-]+')],
  [/^web\/src\/main\.tsx$/, /^web\/src\/(\w+\/|styles\.css$)/],
  [/^web\/(test\/|[\w-]+\.ts$)/, web('\\w+')],

  ...SERVER_LAYERS,
  [
    /^server\/src\/(main(-\w+)?|api-routes|start-process)\.ts$/,
    below('server/src', 'auction-house', 'practice-stripe'),
  ],
  [
    /^server\/simulation\//,
    below('server/(src/(platform|marketplace|notifying|bids|connections|auctions|bidding|history|engine)|test)'),
  ],
  [/^server\/test\//, below('auction-house', 'practice-stripe', 'server/src')],

  // A program of the user's machine: it knows what the API promises, and nothing of the server.
  [/^cli\//, /^contract\//],
  [/^e2e\//, below('auction-house', 'web/test')],
  [/^bench\//, below('auction-house', 'server/(src|test)', 'e2e')],
]
/** Folders that are still larger than others may become. */
const LARGE = ['server/test']
const PACKAGES = [
  'contract',
  'auction-house',
  'practice-stripe',
  'web',
  'server',
  'cli',
  'e2e',
  'bench',
  'deploy',
  'scripts',
]
const OURS: Record<string, string> = {
  '@bidwell/contract': 'contract/src/index.ts',
  '@bidwell/auction-house': 'auction-house/src/index.ts',
  '@bidwell/practice-stripe': 'practice-stripe/src/index.ts',
}

const everything = PACKAGES.filter(existsSync).flatMap(filesBelow)
const documents = [...readdirSync('.'), ...filesBelow('docs')].filter((path) => path.endsWith('.md'))
const sources = everything.filter((path) =>
  /^(contract|auction-house|practice-stripe|web|server|cli|e2e|bench)\/.*\.tsx?$/.test(path),
)
const product = sources.filter((path) => !/\.test\.tsx?$|\.config\.ts$/.test(path))

test('Every import follows the order of the layers, and every file belongs to a layer', () => {
  expect(product.length).toBeGreaterThan(100) // an empty scan would pass
  expect(product.flatMap(forbiddenImports)).toEqual([])
  expect(ROOMS.filter((room) => !existsSync(`server/src/${room}`))).toEqual([])
})

const inserting = (text: string) => /insertInto\('accounts'\)/.test(text)

test('Tests insert single accounts by the one fixture', () => {
  expect(inserting(readFileSync('server/test/add-rows.ts', 'utf8'))).toBe(true) // the scan finds what it looks for
  // A copy of a whole row, and thousands of rows at once.
  const reasoned = [
    'server/src/connections/verify-connection.test.ts',
    'server/src/alerts/alerts-in-trouble.night.test.ts',
    'bench/support/api/add-accounts.ts',
  ]
  const own = sources.filter((path) => /\.test\.ts$|^server\/(test|simulation)\/|^bench\//.test(path))
  const found = own.filter((path) => inserting(readFileSync(path, 'utf8')) && path !== 'server/test/add-rows.ts')
  expect(found.toSorted()).toEqual(reasoned.toSorted())
})

test('A folder holds at most 25 files beside its tests', () => {
  const files = product.filter((path) => !path.endsWith('.spec.ts'))
  const sizes = Object.entries(Object.groupBy(files, dirname)).map(([folder, { length } = []]) => ({ folder, length }))
  expect(sizes.length).toBeGreaterThan(80) // an empty scan would pass
  expect(sizes.filter(({ folder, length }) => length > 25 && !LARGE.includes(folder))).toEqual([])
})

test('The scan of imports finds each planted import against the order of the layers', () => {
  expect(forbiddenIn('server/src/bids/fire.ts', `import { arm } from '../engine/arm.ts'`)).toEqual([
    'server/src/bids/fire.ts -> server/src/engine/arm.ts',
  ])
  expect(forbiddenIn('auction-house/src/house.ts', `export * from '@bidwell/contract'`)).toHaveLength(1)
  expect(
    forbiddenIn('server/src/identity/x.ts', `import { exportAccount } from '../privacy/export-account.ts'`),
  ).toHaveLength(1)
  expect(forbiddenIn('server/src/jobs/x.ts', `import { mount } from '../api/mount-routes.ts'`)).toHaveLength(1)
  expect(forbiddenIn('server/src/platform/x.ts', `import { readConfig } from '../config/config.ts'`)).toHaveLength(1)
  expect(forbiddenIn('server/src/attic/x.ts', '')).toHaveLength(1)
  expect(forbiddenIn('web/src/app/x.ts', `const x = await import('../../../server/src/main.ts')`)).toHaveLength(1)
  expect(
    forbiddenIn('web/src/bids/x.ts', `import { joinBids } from '../auctions/tracked/tracked-auction.ts'`),
  ).toHaveLength(1)
  expect(forbiddenIn('web/src/ui/x.ts', `import { call } from '../api/call.ts'`)).toHaveLength(1)
  expect(forbiddenIn('web/src/attic/x.ts', '')).toEqual(['web/src/attic/x.ts: belongs to no layer'])
})

test.each(['auction-house/', 'practice-stripe/'])('%s imports nothing from the product that it tests', (folder) => {
  const standIn = sources.filter((path) => path.startsWith(folder))
  expect(standIn.length).toBeGreaterThan(10)
  expect(standIn.flatMap((path) => importsOf(path, read(path)).filter((to) => !to.startsWith(folder)))).toEqual([])
})

test.each([
  { folder: 'server/src/', clock: 'server/src/platform/clock.ts' },
  { folder: 'web/src/', clock: 'web/src/time/device-clock.ts' },
])('In $folder only $clock reads the time', ({ folder, clock }) => {
  const files = product.filter((path) => path.startsWith(folder))
  const readsTime = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bTemporal\.Now\b|\bhrtime\b/
  expect(files.filter((path) => readsTime.test(read(path)))).toEqual([clock])
})

/** They change only columns that no owner sees: which engine holds a bid, which token raised it, when something is due for it, and its
 * measurement. */
const UNSEEN = [
  'server/src/auctions/listings/write-readings.ts',
  'server/src/engine/claim-snipes.ts',
  'server/src/health/measure-bids.ts',
  'server/src/operate/restoring/leave-old-place.ts',
  'server/src/orders/check-orders.ts',
  'server/src/preflights/claim-preflights.ts',
  'server/src/preflights/recheck-logins.ts',
]

test('Each file that changes bids calls afterBidChange, and no other file announces a bid', () => {
  const server = product.filter((path) => path.startsWith('server/src/'))
  const changesBids = /\bupdate bids\b|\binsert into bids\b|(updateTable|insertInto|deleteFrom)\('bids'\)/
  const writers = server.filter((path) => changesBids.test(read(path)))
  expect(writers.length).toBeGreaterThan(UNSEEN.length + 5) // an empty scan would pass
  // `recordEntries` calls it for the bids that `advanceBids` changes.
  expect(writers.filter((path) => !/\bafterBidChange\(|\badvanceBids\(/.test(read(path)))).toEqual(UNSEEN)
  expect(server.filter((path) => /what: 'bid'/.test(read(path)))).toEqual(['server/src/bids/log/after-bid-change.ts'])
})

test('In the server, only the entry points read the environment', () => {
  const server = product.filter((path) => path.startsWith('server/src/'))
  const readers = server.filter((path) => /\bprocess\.env\b/.test(read(path)))
  expect(readers.filter((path) => !/^server\/src\/main(-\w+)?\.ts$/.test(path))).toEqual([])
})

test('No source of the product accepts a certificate that it has not verified', () => {
  const files = product.filter((path) => /rejectUnauthorized|checkServerIdentity|sslmode=no-verify/.test(read(path)))
  expect(files).toEqual([])
})

test('No source uses a term of the first version that has a field term now', () => {
  const terms =
    /\b(takeInHand|carrySnipe|Carried|Parting|Grip|isFirm|learnFrom|in_doubt|doubted[S_]|unfired[U_]|awaitWish|applyWanted|EngineNews|isGone|lookOnce|lookAtOnce|markGap|wholeOf|farToo|wayToSite|grainMs|aimAt|standBack|Unasked|looking_until|connecting_since|resealLogins|tryAlone|takeBack|useStaying|useTurningNow|ConfirmTakingBack|lotAtHand|petrol|CancelDeps)\w*/
  const files = everything.filter((path) => /\.(tsx?|mjs|sql|css)$/.test(path))
  expect(files.flatMap((path) => terms.exec(read(path))?.[0] ?? [])).toEqual([])
})

test('No source and no document uses a second name for what has a name', () => {
  const retired = [
    /(?<![A-Za-z])lots?(?![a-z])|Lots?(?![a-z])|(?<![A-Z])LOTS?(?![A-Z])/,
    /[Ii]ntegration(?!s)|INTEGRATION/,
    /(?<![A-Za-z])stages?(?![a-z])|Stages?(?![a-z])|STAGE/,
    /keep-?s?Plans|keep-plans|planNextCheck|planned_?[mM]ax|\bapi\.login\b|completeLogin|LoginForm/,
  ]
  // The words of the site's titles are not ours.
  const kept =
    /^(architecture\.test\.ts|contract\/src\/searches\/(match-title\.test|sold-[a-z]+)\.(ts|json)|server\/migrations\/.*|web\/site-content\.json)$/
  const files = [...everything, ...documents].filter((path) => /\.(tsx?|mjs|css|md)$/.test(path) && !kept.test(path))
  expect(files.length).toBeGreaterThan(100) // an empty scan would pass
  const found = files.flatMap((path) =>
    retired.flatMap((term) => term.exec(read(path))?.[0] ?? []).map((term) => `${path}: ${term}`),
  )
  expect(found).toEqual([])
})

test('Every source imports the contract by name', () => {
  const files = sources.filter((path) => /\* as \w+ from '@bidwell\/contract'/.test(read(path)))
  expect(files).toEqual([])
})

test('Every form of the web has a name, so that what was typed into it can return to it', () => {
  const pages = product.filter((path) => path.startsWith('web/src/') && !path.endsWith('/fields/Form.tsx'))
  const forms = pages.flatMap((path) => {
    const tag = read(path).includes('/fields/Form.tsx') ? /<[fF]orm\s+(\S+)/g : /<form\s+(\S+)/g
    return [...read(path).matchAll(tag)].map(([, first = '']) => ({ path, first }))
  })
  expect(forms.length).toBeGreaterThan(10) // an empty scan would pass
  expect(forms.filter(({ first }) => !/^(name="[\w-]+"|\{\.\.\.auctionForm\(\{)$/.test(first))).toEqual([])
})

test('No file names a package registry, so an installation uses the registry of its machine', () => {
  const rooted = readdirSync('.').filter((name) => /\.(json|md|ts)$|^\.npmrc$/.test(name))
  const naming = [...rooted, ...everything].filter((path) => /https?:\/\/registry\./.test(read(path)))
  expect(naming).toEqual([])
})

test('Every file that a source names by URL exists', () => {
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/new URL\('([^']+\.\w+)', import\.meta\.url\)/g)].map(([, to = '']) =>
      join(dirname(path), to),
    ),
  )
  expect(named.length).toBeGreaterThan(5) // an empty scan would pass
  expect(named.filter((target) => !existsSync(target))).toEqual([])
})

test('Every command of package.json that runs a file runs one that exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = Object.values(scripts).flatMap((command) => command.match(/[\w/-]+\.(?:mjs|ts)\b/g) ?? [])
  expect(named.length).toBeGreaterThan(10) // an empty scan would pass
  expect(named.filter((target) => !existsSync(target))).toEqual([])
})

test('A new migration has a number of its own, so that its place in the order is certain', () => {
  const numbers = readdirSync('server/migrations').map((name) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1] ?? name)
  expect(numbers).toContain('0001') // an empty scan would pass
  const shared = numbers.filter((number, place) => numbers.indexOf(number) !== place)
  expect(shared).toEqual([])
})

test('Every link from a document to a file points to an existing file', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => join(dirname(path), to))
      .filter((target) => !existsSync(target))
      .map((target) => `${path} -> ${target}`),
  )
  expect(broken).toEqual([])
})

test('The index of decisions lists each one, and there are at most forty', () => {
  const decisions = readdirSync('docs/decisions').filter((name) => /^\d/.test(name))
  expect(decisions.length).toBeGreaterThan(20) // an empty scan would pass
  expect(decisions.length).toBeLessThanOrEqual(40)
  const index = read('docs/decisions/README.md')
  expect(decisions.filter((name) => !index.includes(`(./${name})`))).toEqual([])
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
    .filter((to) => !layer.test(to) && !mayImport.test(to))
    .map((to) => `${path} -> ${to}`)
}

/** The files of this repository that a source imports, re-exports or loads with `import()`. */
function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].flatMap(([, to = '']) => {
    if (to.startsWith('.')) return [normalize(join(dirname(path), to))]
    return OURS[to] ?? []
  })
}

function read(path: string) {
  return readFileSync(path, 'utf8')
}
