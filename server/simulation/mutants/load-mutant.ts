import { registerHooks } from 'node:module'
import { MUTANTS, type MutantName } from './mutants.ts'
import type * as RunSeeds from '../run-seeds.ts'

const SERVER = new URL('../../', import.meta.url).href
/** The folders whose modules a mutant loads for itself; all others it shares. */
const OWN_MODULES = ['src/engine/', 'simulation/'].map((folder) => SERVER + folder)
const QUERY = '?mutant='

/**
 * The simulation with one guard taken out. Modules of a mutant carry its name in their address, and hand it on to those
 * that they import from the engine: each mutant is a world of its own beside the sound one.
 */
export async function loadMutant(name: MutantName): Promise<typeof RunSeeds> {
  const { file, guard, instead } = MUTANTS[name]
  const query = QUERY + encodeURIComponent(name)
  let replaced = 0
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const isOwn = OWN_MODULES.some((folder) => resolved.url.startsWith(folder))
      const isOurs = context.parentURL?.endsWith(query) === true && isOwn
      return isOurs ? { ...resolved, url: resolved.url + query } : resolved
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (url !== SERVER + file + query) return loaded
      const { source: given } = loaded
      const source = typeof given === 'string' ? given : new TextDecoder().decode(given ?? undefined)
      replaced = source.split(guard).length - 1
      return { ...loaded, source: source.replace(guard, instead) }
    },
  })
  try {
    const mutant: typeof RunSeeds = await import(`../run-seeds.ts${query}`)
    if (replaced !== 1) throw new Error(`The guard of '${name}' occurs ${replaced} times in ${file}`)
    return mutant
  } finally {
    hooks.deregister()
  }
}
