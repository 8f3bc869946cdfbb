import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { KeptProgram, Program } from './keep-running.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SETTLED_AFTER_MS = 100
const USED_BY: Record<string, readonly string[]> = {
  'contract/src': ['api', 'jobs', 'engine'],
  'server/src': ['api', 'jobs', 'engine'],
  'auction-house/src': ['auction-house'],
}

/** Restarts what is edited, and serves the web app from its sources; answers where. */
export function startDevelopment(
  running: AsyncDisposableStack,
  keep: (program: Program) => KeptProgram,
  kept: ReadonlyMap<string, KeptProgram>,
  env: NodeJS.ProcessEnv,
): string {
  for (const [folder, names] of Object.entries(USED_BY)) {
    let settling: NodeJS.Timeout | undefined
    const watcher = watch(`${ROOT}${folder}`, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(settling) // an editor saves in several steps, and several files at once
      settling = setTimeout(() => names.forEach((name) => kept.get(name)?.restart()), SETTLED_AFTER_MS)
    })
    running.defer(() => watcher.close())
  }
  const vite = [`${ROOT}node_modules/vite/bin/vite.js`, `${ROOT}web`, '--strictPort', '--clearScreen=false']
  running.use(keep({ name: 'web', args: vite, env }))
  return 'http://127.0.0.1:5173'
}
