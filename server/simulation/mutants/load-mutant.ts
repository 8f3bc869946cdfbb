import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import type * as CompareSequences from '../database/compare-sequences.ts'
import type * as RunSeeds from '../run-seeds.ts'
import type { Mutant } from './mutants.ts'

const SERVER = new URL('../../', import.meta.url).href
/** The folders whose modules each mutant loads for itself. */
const OWN_MODULES = ['src/', 'simulation/'].map((folder) => SERVER + folder)
const QUERY = '?mutant='

/** The simulation with one guard taken out of the engine or of the model database. */
export const loadEngineMutant = (name: string, mutant: Mutant): Promise<typeof RunSeeds> =>
  loadMutant(name, mutant, (query) => import(`../run-seeds.ts${query}`))

/** The comparison with the database, with one guard taken out of a statement. */
export const loadSqlMutant = (name: string, mutant: Mutant): Promise<typeof CompareSequences> =>
  loadMutant(name, mutant, (query) => import(`../database/compare-sequences.ts${query}`))

/**
 * Replaces a guard while Node loads its module. The modules of a mutant carry its name in their address, and pass the
 * name on to the modules that they import: each mutant is separate from the intact program.
 */
async function loadMutant<Module>(
  name: string,
  { file, guard, instead }: Mutant,
  load: (query: string) => Promise<Module>,
): Promise<Module> {
  // An address has no apostrophe.
  const query = QUERY + encodeURIComponent(name).replaceAll("'", '%27')
  let occurrences = 0
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const isOwn = OWN_MODULES.some((folder) => resolved.url.startsWith(folder))
      const isOfMutant = context.parentURL?.endsWith(query) === true && isOwn
      return isOfMutant ? { ...resolved, url: resolved.url + query } : resolved
    },
    load(url, context, nextLoad) {
      if (!url.endsWith(query)) return nextLoad(url, context)
      const own = url.slice(0, -query.length)
      if (own !== SERVER + file) return { format: 'module', source: withoutTypes(own), shortCircuit: true }
      const loaded = nextLoad(url, context)
      const { source: given } = loaded
      const source = typeof given === 'string' ? given : new TextDecoder().decode(given ?? undefined)
      occurrences = source.split(guard).length - 1
      return { ...loaded, source: source.replace(guard, () => instead) }
    },
  })
  try {
    const mutant = await load(query)
    if (occurrences !== 1) throw new Error(`The guard of '${name}' occurs ${occurrences} times in ${file}`)
    return mutant
  } finally {
    hooks.deregister()
  }
}

const stripped = new Map<string, string>()

/** A module without its types. All mutants share it: taking the types out for each takes a sixth of their time. */
function withoutTypes(url: string): string {
  const source = stripped.get(url) ?? stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))
  stripped.set(url, source)
  return source
}
