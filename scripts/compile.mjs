import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

/*
 * Loads what the server's processes are made of, so that Node keeps it compiled. It is run with a configuration that
 * every entry point refuses: each loads all that it needs, and ends. The auction house ends the process, so it is last.
 */
const PARTS = [
  'server/src/supervisor/complete-environment.ts',
  'server/src/supervisor/start-everything.ts',
  'server/src/supervisor/follow-parent.ts',
  'server/src/platform/database/migrate.ts',
  'server/src/main.ts',
  'server/src/main-api.ts',
  'server/src/main-jobs.ts',
  'server/src/main-engine.ts',
  'auction-house/src/main.ts',
]

process.argv.splice(2, Infinity, '--help') // all that `main.ts` does of itself
for (const part of PARTS) await import(join(ROOT, part)).catch(() => {})
