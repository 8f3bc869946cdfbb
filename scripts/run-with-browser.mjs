import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { buildWeb, install, NODE, ROOT } from './prepare.mjs'

export const PLAYWRIGHT = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
export const FORMAT = join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt')

/**
 * Prepares the checkout, then runs programs one after the other, which find a Chromium; ends with 1 when one of them fails.
 * @param {string[][]} commands a file of this repository's root, or an absolute path, with its arguments
 */
export function runWithBrowser(commands) {
  install()
  buildWeb()
  const PATH = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH, CHROMIUM_PATH: findChromium() ?? undefined }
  for (const command of commands) {
    const { status } = spawnSync(NODE, command, { cwd: ROOT, stdio: 'inherit', env })
    if (status !== 0) process.exit(1)
  }
}
