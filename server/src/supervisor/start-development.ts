import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { KeptProgram, Program } from './keep-running.ts'
import { webSources } from './programs.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const WEB_URL = 'http://127.0.0.1:5173'
/** An editor saves in several steps, and several files at once. */
const SETTLED_AFTER_MS = 100
const PROGRAMS_BY_FOLDER: Record<string, readonly string[]> = {
  'contract/src': ['api', 'jobs', 'engine'],
  'server/src': ['api', 'jobs', 'engine'],
  'auction-house/src': ['auction-house'],
  'practice-stripe/src': ['auction-house', 'practice-stripe'],
}

type Options = {
  keep: (program: Program) => KeptProgram
  /** The running programs by name. */
  kept: ReadonlyMap<string, KeptProgram>
  env: NodeJS.ProcessEnv
  /** The folder that holds the packages. */
  root?: string
}

/** Restarts programs when their sources change, and serves the web app from its sources at the returned `webUrl`. */
export function startDevelopment({ keep, kept, env, root = ROOT }: Options): AsyncDisposable & { webUrl: string } {
  const stack = new AsyncDisposableStack()
  for (const [folder, names] of Object.entries(PROGRAMS_BY_FOLDER)) {
    let settling: NodeJS.Timeout | undefined
    const watcher = watch(`${root}${folder}`, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(settling)
      settling = setTimeout(() => names.forEach((name) => kept.get(name)?.restart()), SETTLED_AFTER_MS)
    })
    stack.defer(() => watcher.close())
  }
  const vite = [`${root}node_modules/vite/bin/vite.js`, `${root}web`, '--strictPort', '--clearScreen=false']
  stack.use(keep(webSources(env, vite)))
  return { webUrl: WEB_URL, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
