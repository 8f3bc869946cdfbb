import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * What has to be there before anything of Bidwell runs. These scripts run on whatever Node is installed (20 or newer)
 * and before any package is; everything else runs on the Node that comes as a package.
 */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LONGEST_COMPILE_MS = 60_000
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node')

/** @param {string} words */
function giveUp(words) {
  console.error(`\n${words}`)
  process.exit(1)
}

/** Installs the packages of the lock file, unless they are there. */
export function install() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    giveUp(`Bidwell needs Node 20 or newer to start; this is ${process.version}.`)
  }
  if (isInstalled()) return
  console.log('Installing the packages: once, and it takes a minute…')
  // npm's own program, on the Node that runs us: the one in node_modules is about to be replaced.
  const npm = process.env.npm_execpath
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm']
  // Not `ci`, which insists that the lock file names the programs of machines that a registry may not serve.
  const install = ['install', '--no-save', '--include=dev', '--loglevel=error']
  const { error, status } = spawnSync(program ?? 'npm', [...before, ...install], { cwd: ROOT, stdio: 'inherit' })
  if (error) giveUp(`npm could not be run (${error.message}): it comes with Node, and Bidwell needs it to install.`)
  if (status !== 0) {
    giveUp(
      'npm could not install the packages; what it said stands above. The registry must be reachable once: check the\n' +
        'network, or the proxy that `npm config get proxy` shows, and run this again.',
    )
  }
  if (!existsSync(NODE)) {
    giveUp(
      'The package `node` is there without its program: npm was told to run no install scripts. Allow them for it.',
    )
  }
}

/** Whether every package of the lock file is there in its version. */
function isInstalled() {
  const there = packagesOf(join('node_modules', '.package-lock.json'))
  if (!there || !existsSync(NODE)) return false
  return Object.entries(packagesOf('package-lock.json') ?? {}).every(
    ([path, { version, optional, link }]) =>
      // Optional ones are for other machines than this.
      !path.includes('node_modules/') || optional || link || there[path]?.version === version,
  )
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }> | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages
  } catch {
    return null
  }
}

/** Builds the web app, unless it has been built from just these sources. */
export function buildWeb() {
  const stamp = join(ROOT, 'web', 'dist', '.built-from')
  const sources = hashOf(['web', 'contract/src', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the web app…')
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(NODE, [vite, 'build', '--logLevel=warn'], { cwd: join(ROOT, 'web'), stdio: 'inherit' })
  if (status !== 0) giveUp('The web app could not be built; why stands above.')
  mkdirSync(join(ROOT, 'web', 'dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

/**
 * Compiles the server, unless it has been from just these sources. A process that has to compile as it starts keeps the
 * compiler in memory: the engine 25 MB. Without it all works too, so a failure is nobody's concern.
 */
export function compileServer() {
  const folder = join(ROOT, 'node_modules', '.cache')
  const stamp = join(folder, 'compiled-from')
  const sources = hashOf([
    'server/src',
    'contract/src',
    'auction-house/src',
    'scripts/compile.mjs',
    'package-lock.json',
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  spawnSync(NODE, [join(ROOT, 'scripts', 'compile.mjs')], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'compiled'), AUCTION_HOUSE_PORT: 'none' },
    stdio: 'ignore',
    timeout: LONGEST_COMPILE_MS,
  })
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
  if (/(^|\/)(dist|node_modules)$|\.test\.tsx?$/.test(path)) return []
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
