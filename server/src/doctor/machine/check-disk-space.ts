import { fail, type Finding, ok, type Patient, warn } from '../check.ts'
import { existingFolder } from '../existing-folder.ts'

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
  const text = `${inGb(free)} of ${inGb(total)} are free for ${folder}`
  const remedy = 'Free space on that disk, or move BIDWELL_DATA.'
  if (free < FAIL_BELOW) return fail(text, remedy)
  if (free < WARN_BELOW || free < total * WARN_BELOW_SHARE) return warn(text, remedy)
  return ok(text)
}

const inGb = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`
