import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../platform/startup-error.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * Migrates the database of DATABASE_URL in a process of its own: in the supervisor, the memory of migrating would stay
 * allocated.
 */
export async function runMigrations(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'migrate'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new StartupError('The database could not be brought to the shape that this Bidwell needs')
}
