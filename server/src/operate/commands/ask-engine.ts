import { join } from 'node:path'
import { readConfig } from '../../config/config.ts'
import { askEngines } from '../../engine/ask-engines.ts'

const ANSWERS = {
  answers: { exitCode: 0, text: 'The engine of this folder answers.' },
  hangs: { exitCode: 1, text: 'The engine of this folder runs and does not answer: start it again.' },
  unknown: {
    exitCode: 2,
    text: 'No engine shows itself in this folder: none has started, or the disk takes no sockets.',
  },
}

/** The command `engine --alive`: asks the engines of the data folder whether they hang, and returns the exit code. */
export async function askEngine(env: NodeJS.ProcessEnv): Promise<number> {
  const { exitCode, text } = ANSWERS[await askEngines(join(readConfig(env).dataDir, 'engine'))]
  process.stdout.write(`${text}\n`)
  return exitCode
}
