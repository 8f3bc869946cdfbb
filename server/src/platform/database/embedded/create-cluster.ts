import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { isAlive } from './lock-file.ts'
import { whyItFailed } from './why-it-failed.ts'
import { commandLine, unprivileged } from './unprivileged.ts'

export const SUPERUSER = 'bidwell'

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
    const who = unprivileged(fresh, binaries.folder)
    if (who.user) await chown(passwordFile, who.user.uid, who.user.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    const initdbArgs = [`--pgdata=${fresh}`, ...access, ...locale, '--no-instructions', ...(sync ? [] : ['--no-sync'])]
    const { file, args, identity } = commandLine(binaries.initdb, initdbArgs, who)
    await promisify(execFile)(file, args, { ...identity, cwd: '/' })
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (folderExists(error)) return
    throw whyItFailed(`make its database in ${folder}`, error)
  }
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
