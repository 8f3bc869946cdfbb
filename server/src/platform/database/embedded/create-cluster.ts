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
 * Makes an empty cluster at `folder`. It is built beside and moved there whole, so a crash leaves none half made, and
 * of two who make it at once the second finds the first's in its place. Throws a Refusal with PostgreSQL's own reason.
 */
export async function createCluster(binaries: Binaries, { folder, passwordFile, sync }: Options): Promise<void> {
  const fresh = `${folder}.new-${process.pid}`
  await sweep(folder)
  try {
    await mkdir(fresh, { mode: 0o700 })
    const who = unprivileged(fresh, binaries.folder)
    if (who.user) await chown(passwordFile, who.user.uid, who.user.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    const wanted = [`--pgdata=${fresh}`, ...access, ...locale, '--no-instructions', ...(sync ? [] : ['--no-sync'])]
    const { file, args, identity } = commandLine(binaries.initdb, wanted, who)
    await promisify(execFile)(file, args, { ...identity, cwd: '/' })
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (isOccupied(error)) return
    throw whyItFailed(`make its database in ${folder}`, error)
  }
}

/** Removes what starts that were killed half-way have left. */
async function sweep(folder: string) {
  for (const name of await readdir(dirname(folder))) {
    const maker = name.startsWith(`${basename(folder)}.new-`) && Number(name.split('-').at(-1))
    if (maker && !isAlive(maker)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

const isOccupied = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
