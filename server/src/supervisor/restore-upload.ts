import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { putKeysFirst } from '../config/put-keys-first.ts'
import { STARTUP_ERROR_EXIT_CODE } from '../platform/startup-error.ts'
import { type RestoreRequest, uploadIn, writeProgress } from '../uploads/restore-folder.ts'
import { openLog } from './open-log-file.ts'
import { restore } from './programs.ts'
import { runToEnd } from './run-to-end.ts'
import { serveProgress } from './serve-progress.ts'

export type Uploaded = {
  request: RestoreRequest
  env: NodeJS.ProcessEnv
  config: Pick<Config, 'dataDir' | 'http'>
  /** Aborts when the operator asks for the end. */
  stopped: AbortSignal
}

/** Checks a file that the API has received, while everything runs. If it cannot be restored, the file is removed, and nothing else happens. */
export async function checkUpload(uploaded: Uploaded): Promise<boolean> {
  try {
    return await runCommand(uploaded, { check: true })
  } catch (error) {
    await giveUp(uploaded, error)
    return false
  }
}

/**
 * Restores a file that was checked, by the command that operators use. All programs must have stopped: meanwhile, this process
 * answers the page that waits. The keys of the backup go in front of those of the data folder before: those there open nothing
 * that matters, and a machine that fails between the two steps then has all keys of what it has.
 */
export async function restoreUpload(uploaded: Uploaded): Promise<void> {
  const { request, config } = uploaded
  try {
    await putKeysFirst(config.dataDir, request.keys)
    await using _server = await serveProgress(config)
    await runCommand(uploaded, { check: false })
  } catch (error) {
    await giveUp(uploaded, error)
  }
}

/** After what no command says, such as a disk that is full. Removing the file makes room to say so. */
async function giveUp({ request: { ticket }, config: { dataDir } }: Uploaded, error: unknown) {
  await rm(uploadIn(dataDir), { force: true })
  openLog(join(dataDir, 'logs'), 'restore')(String(error))
  await writeProgress(dataDir, { ticket, state: 'failed', lines: [reasonInLog(dataDir)] })
}

const reasonInLog = (dataDir: string) => `It failed: ${join(dataDir, 'logs', 'restore.log')} has the reason.`

async function runCommand({ request, env, config, stopped }: Uploaded, { check }: { check: boolean }) {
  const { dataDir } = config
  const path = uploadIn(dataDir)
  const log = openLog(join(dataDir, 'logs'), 'restore')
  const lines: string[] = []
  const tell = (state: Parameters<typeof writeProgress>[1]['state']) =>
    writeProgress(dataDir, { ticket: request.ticket, state, lines: lines.map((line) => named(line)) })
  const named = (line: string) => line.replaceAll(path, () => request.fileName)
  const working = check ? 'checking' : 'restoring'
  let telling = tell(working).catch(() => {})
  const failure = await runToEnd(restore(env, { path, keys: request.keys, check }), stopped, (line, isError) => {
    log(line)
    if (isError) return
    lines.push(line)
    // A line that cannot be stored now is stored with the next one.
    telling = telling.then(() => tell(working)).catch(() => {})
  })
  await telling
  if (failure !== null) {
    const { code, problem } = failure
    lines.push(code === STARTUP_ERROR_EXIT_CODE ? `${problem}.` : reasonInLog(dataDir))
  }
  if (failure !== null || !check) await rm(path, { force: true })
  await tell(failure !== null ? 'failed' : check ? 'restoring' : 'restored')
  return failure === null
}
