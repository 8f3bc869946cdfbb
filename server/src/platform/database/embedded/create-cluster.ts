import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError } from '../../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { isAlive } from './lock-file.ts'
import { runAs, whyItFailed } from './run-as.ts'

export const SUPERUSER = 'bidwell'
/** The open file with the password, in a program that may not enter the file's folder. */
const PASSWORD = '/dev/fd/3'
const TASK = (folder: string) => `make its database in ${folder}`

type Options = { folder: string; passwordFile: string; sync: boolean }

/**
 * Creates an empty cluster at `folder`. The cluster is created in a temporary folder and then renamed, so a crash leaves
 * no incomplete cluster, and of two concurrent calls the second keeps the cluster of the first. Throws a StartupError
 * with PostgreSQL's reason.
 */
export async function createCluster(binaries: Binaries, { folder, passwordFile, sync }: Options): Promise<void> {
  const fresh = `${folder}.new-${process.pid}`
  await removeOrphans(folder)
  try {
    await mkdir(fresh, { mode: 0o700 })
    await runInitdb(binaries, fresh, passwordFile, sync)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (folderExists(error)) return
    throw error instanceof StartupError ? error : whyItFailed(TASK(folder), error)
  }
}

async function runInitdb(programs: Binaries, cluster: string, passwordFile: string, sync: boolean) {
  const { binaries, folder, options, through } = runAs(programs, cluster)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${SUPERUSER}`, `--pwfile=${PASSWORD}`, '--auth=scram-sha-256']
  const initdbArgs = [`--pgdata=${folder}`, ...access, ...locale, '--no-instructions', ...(sync ? [] : ['--no-sync'])]
  const [file = binaries.initdb, ...args] = [...through, binaries.initdb, ...initdbArgs]

  await using password = await open(passwordFile)
  if (options.uid !== undefined && options.gid !== undefined) await password.chown(options.uid, options.gid)
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe', password.fd] })
  const [problems, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  if (code !== 0) throw whyItFailed(TASK(cluster), problems)
}

/** Removes the temporary folders of processes that have died. */
async function removeOrphans(folder: string) {
  for (const name of await readdir(dirname(folder))) {
    const creatorPid = name.startsWith(`${basename(folder)}.new-`) && Number(name.split('-').at(-1))
    if (creatorPid && !isAlive(creatorPid)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

const folderExists = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
