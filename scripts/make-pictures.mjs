#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { buildWeb, install, NODE, ROOT } from './prepare.mjs'

/* Runs Playwright with the given arguments, and has each screen that a story looks at photographed, for a person to see. */

const PLAYWRIGHT = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
const PICTURES = join(ROOT, 'test-results', 'pictures')

install({ toDevelop: true })
await buildWeb()
const PATH = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`
const { status } = spawnSync(NODE, [PLAYWRIGHT, 'test', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PATH, PICTURES, CHROMIUM_PATH: findChromium() ?? undefined },
})
console.log(`The pictures are in ${PICTURES}.`)
process.exitCode = status ?? 1
