import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * A folder for what tests write: in memory where there is room for it, else the system's temporary folder. Tests make
 * and remove databases of thousands of files, and ext4 takes ten times as long to make a file when many others have just
 * been removed.
 */
export const memoryFolder = () => (isUsable() ? IN_MEMORY : tmpdir())

/** The file system must have room, and programs must be able to start from it. */
function isUsable() {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const mount = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${IN_MEMORY} tmpfs (\\S+)`, 'm'))
    const options = mount?.[1]?.split(',') ?? ['noexec']
    return bavail * bsize >= ENOUGH_BYTES && !options.includes('noexec')
  } catch {
    return false
  }
}
