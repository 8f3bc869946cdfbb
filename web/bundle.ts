import type { Plugin } from 'vite'

/** What a build writes, by file name. */
export type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never) => unknown>>[1]
export type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The chunk that contains a module, which is named by the end of its path. */
export function chunkWith(module: string, bundle: Bundle): Chunk {
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))) return file
  }
  throw new Error(`Nothing contains ${module}`)
}

/** The chunks and all that they import before they run. */
export function withImports(chunks: readonly Chunk[], bundle: Bundle): Set<Chunk> {
  const all = new Set(chunks)
  // Iterating over a set also visits the entries that the loop adds.
  for (const chunk of all) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') all.add(imported)
    }
  }
  return all
}

/** The file of styles with a name. */
export function styleFile(name: string, bundle: Bundle): string {
  const file = Object.keys(bundle).find((path) => path.startsWith(`assets/${name}-`) && path.endsWith('.css'))
  if (file === undefined) throw new Error(`There are no styles named ${name}`)
  return file
}
