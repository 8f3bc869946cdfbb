import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OPERATIONS = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8')

/** The commands that a section of the operator's document tells to type, all its blocks together. */
export function commandsOf(section: string): string {
  const [, text = ''] = OPERATIONS.split(new RegExp(`^## ${section}$`, 'm'))
  const [body = ''] = text.split(/^## /m)
  return [...body.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands).join('')
}

/**
 * Runs commands of the document with bash in a copy of `deploy/`, which it returns. `programs` are shell functions in
 * place of what is not on this machine, or would change it. Fails with the first command that fails.
 */
export async function runDocumented(commands: string, programs: string, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-deploy-'))
  await cp(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true })
  await writeFile(
    join(folder, 'commands.sh'),
    `set -euo pipefail\n${programs}\n${commands.replaceAll('/opt/bidwell', ROOT)}`,
  )
  const { stdout } = await promisify(execFile)('bash', ['commands.sh'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE: process.execPath,
      MAIN: join(ROOT, 'server/src/main.ts'),
      FOLDER: folder,
      ...env,
    },
  })
  return {
    stdout,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
