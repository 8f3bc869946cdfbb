import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, SymbolFlags, type Symbol as TypeSymbol } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'

/*
 * The unused-code check (knip) looks at exports. This one looks at the members of exports: properties of constants,
 * exports behind `export * as`, and methods of types. A member that only tests use counts as unused.
 */

test('The product uses every member of its exported constants, namespaces and types', () => {
  const projects = ['server', 'web'].map((name) => join(process.cwd(), name, 'tsconfig.json'))
  const { members, unused } = scan(projects, /\/(contract|server|web)\/src\/(?!.*\.test\.tsx?$)/)
  expect(members).toBeGreaterThan(200) // an empty scan would pass
  expect(unused).toEqual([])
})

test('The scan of members finds each planted unused member and no used one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'members-'))
  const plant = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, 'src'))
  plant('tsconfig.json', '{ "compilerOptions": { "module": "nodenext", "strict": true }, "include": ["src"] }')
  plant('package.json', '{ "type": "module" }')
  plant(
    'src/limits.ts',
    `export const LIMITS = { used: 1, unused: 2, inner: { used: 3, unused: 4 }, byTest: 5 } as const
     export const TABLE = { a: 1, b: 2 } as const`,
  )
  plant('src/messages.ts', `export const said = '€'\nexport const unsaid = ''\nexport const taken = () => said`)
  plant('src/calls.ts', `export const made = 1\nexport const unmade = 2`)
  plant('src/api.ts', `export * from './calls.js'`)
  plant(
    'src/port.ts',
    `export type Port = { read(id: number): string; write: (id: number) => void; forget(): void; stop(): void }`,
  )
  plant(
    'src/index.ts',
    `export * as api from './api.js'\nexport * as messages from './messages.js'\nexport * from './limits.js'`,
  )
  plant(
    'src/main.ts',
    `import { api, LIMITS, messages, TABLE } from './index.js'
     import type { Port } from './port.js'
     const port: Port = { read: String, write: () => {}, forget: () => {}, stop() {} }
     const stop = ({ stop }: Port) => stop()
     const { taken } = messages
     export const main = (key: 'a' | 'b') => [port.read(LIMITS.used), LIMITS.inner.used, TABLE[key], taken(), stop(port), api.made]`,
  )
  plant('src/main.test.ts', `import { LIMITS } from './index.js'\nexport const test = LIMITS.byTest`)
  const { unused } = scan([join(folder, 'tsconfig.json')], /\/src\/(?!.*\.test\.ts$)/)
  rmSync(folder, { recursive: true })
  expect(unused.map((line) => line.replace(/^.*\/src\//, '')).toSorted()).toEqual([
    'calls.ts: api.unmade',
    'limits.ts: LIMITS.byTest',
    'limits.ts: LIMITS.inner.unused',
    'limits.ts: LIMITS.unused',
    'messages.ts: messages.unsaid',
    'port.ts: Port.forget',
    'port.ts: Port.write',
  ])
})

/** `key` identifies the declaration. Each of `uses` is a use of the member, or of an object around it as a whole. */
type Member = { key: string; label: string; file: string; uses: string[] }

function scan(projects: string[], product: RegExp): { members: number; unused: string[] } {
  const api = new API()
  try {
    const programs = api
      .updateSnapshot({ openProjects: projects })
      .getProjects()
      .map(({ checker, program }) => ({ checker, files: program.getSourceFileNames().filter((f) => product.test(f)) }))
    const declared = programs.flatMap(({ checker, files }) => files.flatMap((file) => membersIn(checker, file)))
    const members = new Map(declared.map((member) => [member.key, member]))
    const names = new Set(declared.flatMap(({ label }) => label.split('.')))

    const places = new Map<string, Set<string>>()
    const found = programs.flatMap(({ checker, files }) => files.flatMap((file) => usesIn(checker, file, names)))
    for (const [use, place] of found) places.set(use, (places.get(use) ?? new Set()).add(place))
    const isUnused = ({ key, uses }: Member) =>
      // One place is the declaration itself.
      (places.get(key)?.size ?? 0) <= 1 && !uses.some((use) => places.has(use))
    const unused = [...members.values()].filter(isUnused)
    return { members: members.size, unused: unused.map(({ file, label }) => `${file}: ${label}`) }
  } finally {
    api.close()
  }
}

function membersIn(checker: Checker, file: string): Member[] {
  const source = readFileSync(file, 'utf8')
  const named = (pattern: RegExp) => symbolsAt(checker, file, [...source.matchAll(pattern)])
  return [
    ...named(/(?<=export const )\w+(?= = \{)/g).flatMap(({ symbol }) => propertiesOf(checker, symbol)),
    ...named(/(?<=export (?:type|interface) )\w+/g).flatMap(({ symbol }) => methodsOf(checker, symbol, source)),
    ...named(/(?<=export \* as )\w+/g).flatMap(({ symbol }) => exportsOf(checker, symbol)),
  ]
}

/** The properties that a constant spells out in its own file, with those of nested objects. */
function propertiesOf(checker: Checker, owner: TypeSymbol, label = owner.name, usesOfOwner: string[] = []): Member[] {
  const type = checker.getTypeOfSymbol(owner)
  if (!type) return []
  const uses = [...usesOfOwner, `whole ${keyOf(owner)}`]
  return checker.getPropertiesOfType(type).flatMap((property) => {
    if (fileOf(property) !== fileOf(owner)) return []
    const member = memberOf(property, label, uses)
    return [member, ...propertiesOf(checker, property, member.label, member.uses)]
  })
}

function methodsOf(checker: Checker, type: TypeSymbol, source: string): Member[] {
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(type))
    .filter((property) => fileOf(property) === fileOf(type))
    .filter(({ name }) => new RegExp(`\\b${name}\\??(: )?[(<]`).test(source))
    .map((method) => memberOf(method, type.name, []))
}

function exportsOf(checker: Checker, namespace: TypeSymbol): Member[] {
  const label = basename(fileOf(namespace), '.ts')
  const uses = [`whole ${keyOf(namespace)}`]
  return checker
    .getExportsOfModule(namespace)
    .map((symbol) => targetOf(checker, symbol))
    .filter(({ flags }) => (flags & SymbolFlags.Module) === 0)
    .map((symbol) => memberOf(symbol, label, uses))
}

function memberOf(symbol: TypeSymbol, owner: string, usesOfOwner: string[]): Member {
  const { name } = symbol
  const uses = [...usesOfOwner, `destructured ${name}`]
  return { key: keyOf(symbol), label: `${owner}.${name}`, file: fileOf(symbol), uses }
}

const fileOf = ({ declarations: [first] }: TypeSymbol) => first?.path ?? ''
const keyOf = ({ declarations: [first] }: TypeSymbol) => `${first?.path}#${first?.index}`

/** Every use of one of the names: of the symbol itself, of an object as a whole, or of a destructured name. */
function usesIn(checker: Checker, file: string, names: Set<string>): [use: string, place: string][] {
  const source = withoutImports(readFileSync(file, 'utf8'))
  const tokens = [...source.matchAll(/\b[A-Za-z_]\w*\b/g)].filter(([name]) => names.has(name))
  return symbolsAt(checker, file, tokens).flatMap(({ symbol, name, at }) => {
    const place = `${file}:${at}`
    const [before, after] = [source.slice(0, at), source.slice(at + name.length)]
    const inPart =
      /^\??\.\w|^: \{/.test(after) || (/(\bconst |\} = ([\w.]+\.)?)$/.test(before) && !after.startsWith('['))
    const uses = [keyOf(symbol)]
    if (!inPart) uses.push(`whole ${keyOf(symbol)}`)
    if (symbol.declarations.some(({ kind }) => kind === SyntaxKind.BindingElement)) uses.push(`destructured ${name}`)
    return uses.map((use): [string, string] => [use, place])
  })
}

const withoutImports = (source: string) =>
  source.replace(/^(?:import|export)\b[^;=()]*? from '.*'$/gm, (text) => ' '.repeat(text.length))

/** The symbol that each match names; that of an import is the one imported. */
function symbolsAt(checker: Checker, file: string, matches: RegExpExecArray[]) {
  const places = matches.map(({ index }) => index)
  if (places.length === 0) return []
  return checker.getSymbolAtPosition(file, places).flatMap((symbol, i) => {
    if (!symbol) return []
    return [{ symbol: targetOf(checker, symbol), name: matches[i]?.[0] ?? '', at: places[i] ?? 0 }]
  })
}

const targetOf = (checker: Checker, symbol: TypeSymbol) =>
  symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
