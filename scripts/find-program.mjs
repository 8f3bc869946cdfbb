import { spawnSync } from 'node:child_process'

/**
 * The path of the first of these programs that runs; null if none does.
 *
 * @param {readonly string[]} names
 */
export const findProgram = (names) => names.map(pathOf).find((path) => path !== null && runs(path)) ?? null

/** @param {string} name */
function pathOf(name) {
  if (name.startsWith('/')) return name
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || null
}

/** @param {string} path */
export const runs = (path) => spawnSync(path, ['--version']).status === 0

/**
 * As root on Debian: installs the first of these packages that there is. Returns whether it did.
 *
 * @param {readonly string[]} packages
 */
export function installWithApt(packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log(`Installing ${packages[0]} from the system’s packages…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  return packages.some((name) => spawnSync('apt-get', [...install, name], { stdio: 'inherit', env }).status === 0)
}
