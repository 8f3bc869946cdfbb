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
  return runCommand(uploaded, { check: true })
}

/**
 * Restores a file that was checked, by the command that operators use. All programs must have stopped: meanwhile, this process
 * answers the page that waits. The keys of the backup go in front of those of the data folder before: those there open nothing
 * that matters, and a machine that fails between the two steps then has all keys of what it has.
 */
export async function restoreUpload(uploaded: Uploaded): Promise<void> {
  const { request, config } = uploaded
  await putKeysFirst(config.dataDir, request.keys)
  await using _server = await serveProgress(config)
  await runCommand(uploaded, { check: false })
}

async function runCommand({ request, env, config, stopped }: Uploaded, { check }: { check: boolean }) {
  const { dataDir } = config
  const path = uploadIn(dataDir)
  const log = openLog(join(dataDir, 'logs'), 'restore')
  const lines: string[] = []
  const tell = (state: Parameters<typeof writeProgress>[1]['state']) =>
    writeProgress(dataDir, { ticket: request.ticket, state, lines: lines.map((line) => named(line)) })
  const named = (line: string) => line.replaceAll(path, () => request.fileName)
  const working = check ? 'checking' : 'restoring'
  let telling = tell(working)
  const failure = await runToEnd(restore(env, { path, keys: request.keys, check }), stopped, (line, isError) => {
    log(line)
    if (isError) return
    lines.push(line)
    telling = telling.then(() => tell(working))
  })
  await telling
  if (failure !== null) {
    const { code, problem } = failure
    lines.push(
      code === STARTUP_ERROR_EXIT_CODE ? `${problem}.` : `It failed: ${dataDir}/logs/restore.log has the reason.`,
    )
  }
  if (failure !== null || !check) await rm(path, { force: true })
  await tell(failure !== null ? 'failed' : check ? 'restoring' : 'restored')
  return failure === null
}
