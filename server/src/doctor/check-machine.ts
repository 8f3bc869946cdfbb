import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RELEASE } from '../platform/release.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

/** Whether the environment is right. Each mistake is a finding, and so is a variable that almost spells a setting. */
export async function checkConfiguration({ mistakes, misspelt }: Patient): Promise<Finding | Finding[]> {
  const findings = [
    ...mistakes.map((mistake) => fail(mistake, null)),
    ...misspelt.map(({ name, meant }) => warn(`${name} is no setting`, `If you mean ${meant}, correct it.`)),
  ]
  return findings.length > 0 ? findings : ok('the settings are right; "npm run bidwell config" prints them')
}

/** Whether this is the Node that the product is tested with. */
export async function checkNode({ machine }: Patient): Promise<Finding> {
  const version = machine.nodeVersion.replace('v', '')
  const [major, needed] = [version, RELEASE.node].map((text) => Number(text.split('.')[0]))
  const remedy = 'Start Bidwell by npm, which brings its own Node.'
  if (major === undefined || needed === undefined || major < needed) {
    return fail(`Node ${version} is too old: Bidwell runs on ${RELEASE.node}`, remedy)
  }
  if (major > needed) return warn(`Node ${version} is newer than ${RELEASE.node}, which Bidwell is tested with`, remedy)
  return ok(`Node ${version}`)
}

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

const MB = 1_000_000
const GB = 1_000 * MB
const FAIL_BELOW = 500 * MB
const WARN_BELOW = 2 * GB
const WARN_BELOW_SHARE = 0.1

/** Whether the file system of the data folder has room. On a full disk, the database stops, and journals do. */
export async function checkDiskSpace({ config, machine }: Patient): Promise<Finding> {
  const { bsize, blocks, bavail } = await machine.statfs(existingFolder(config.dataDir))
  return judgeSpace({ free: bavail * bsize, total: blocks * bsize }, config.dataDir)
}

/** In bytes. */
function judgeSpace({ free, total }: { free: number; total: number }, folder: string): Finding {
  const text = `${sizeOf(free)} of ${sizeOf(total)} are free for ${folder}`
  const remedy = 'Free space on that disk, or move BIDWELL_DATA.'
  if (free < FAIL_BELOW) return fail(text, remedy)
  if (free < WARN_BELOW || free < total * WARN_BELOW_SHARE) return warn(text, remedy)
  return ok(text)
}

export const sizeOf = (bytes: number) => (bytes < GB ? `${Math.round(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`)

/** Whether the API has pages to serve. */
export async function checkWebApp({ machine }: Patient): Promise<Finding> {
  if (existsSync(machine.webRoot)) return ok('the pages are built')
  return fail(`the pages are not built: ${machine.webRoot} is missing`, 'Run "npm start", which builds them.')
}

/** The path itself, or the nearest folder above it that exists. */
export function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path))
}
