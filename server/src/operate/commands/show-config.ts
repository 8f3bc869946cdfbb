import { listSettings } from '../../config/list-settings.ts'

/** The command `config`: prints each setting with its value and where that comes from. */
export async function showConfig(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = await listSettings(env)
  const width = Math.max(...settings.map(({ name }) => name.length))
  const lines = settings.map(({ name, value, from }) => `${name.padEnd(width)}  ${from.padEnd(12)}  ${value}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}
