#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { buildWeb, install, NODE, ROOT } from './prepare.mjs'

/* Walks the journeys of `docs/journeys/`, checks what they claim, and keeps a new picture of what looks different. */

install()
buildWeb()
const PATH = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`
const env = { ...process.env, PATH, CHROMIUM_PATH: findChromium() ?? undefined }
const playwright = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
for (const command of [
  [playwright, 'test', '-c', 'e2e/journeys', ...process.argv.slice(2)],
  [join(ROOT, 'e2e', 'journeys', 'write-page.ts')],
  [join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), 'docs/journeys/README.md'],
]) {
  const { status } = spawnSync(NODE, command, { cwd: ROOT, stdio: 'inherit', env })
  if (status !== 0) process.exit(1)
}
