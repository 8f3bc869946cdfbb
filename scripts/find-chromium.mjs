import { spawnSync } from 'node:child_process'

const NAMES = [
  // Draws and runs the same pages with three quarters of the processor time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a working Chromium: from CHROMIUM_PATH, on the PATH, or installed now with apt-get; null if there is none. */
export function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return runs(configured) ? configured : null
  return findInstalled() ?? (installWithApt() ? findInstalled() : null)
}

const findInstalled = () => NAMES.map(pathOf).find((path) => path !== null && runs(path)) ?? null

/** @param {string} name */
function pathOf(name) {
  if (name.startsWith('/')) return name
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || null
}

/** @param {string} path */
const runs = (path) => spawnSync(path, ['--version']).status === 0

function installWithApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log('Installing Chromium from the system’s packages…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  return ['chromium-headless-shell', 'chromium'].some(
    (name) => spawnSync('apt-get', [...install, name], { stdio: 'inherit', env }).status === 0,
  )
}
