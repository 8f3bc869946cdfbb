import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Finding, ok, type Patient, warn } from '../check.ts'

const OTHERS_WRITE = 0o022
const OTHERS = 0o077

/** Whether the data folder is there, can be written, and is closed to other users of the machine, as are its keys. */
export async function checkDataFolder({ config }: Patient): Promise<Finding> {
  const { dataDir } = config
  const mode = await modeOf(dataDir)
  if (mode === null) return warn(`${dataDir} does not exist yet`, 'The first start makes it; or correct BIDWELL_DATA.')
  if ((mode & OTHERS_WRITE) !== 0) {
    return fail(`other users may write in ${dataDir}, so that Bidwell does not start`, `Run: chmod 700 ${dataDir}`)
  }
  const keys = join(dataDir, 'keys.env')
  if (((await modeOf(keys)) ?? 0) & OTHERS) {
    return fail(`other users may read the keys in ${keys}`, `Run: chmod 600 ${keys}, and replace the keys.`)
  }
  const probe = join(dataDir, `.doctor-${process.pid}`)
  const failure = await writeFile(probe, '', { flag: 'wx', mode: 0o600 }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
  await rm(probe, { force: true }).catch(() => {})
  if (failure !== null) {
    return fail(`nothing can be written in ${dataDir} (${failure})`, 'Give it to the user who starts Bidwell.')
  }
  if ((mode & OTHERS) !== 0) return warn(`other users may read ${dataDir}`, `Run: chmod 700 ${dataDir}`)
  return ok(`${dataDir} can be written, and is closed to others`)
}

/** Null for what is not there. */
const modeOf = (path: string) =>
  stat(path).then(
    ({ mode }) => mode,
    () => null,
  )
