#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb, compileServer, install, NODE, ROOT } from './prepare.mjs'

const args = process.argv.slice(2)

install()
if (!args.includes('--dev')) await Promise.all([buildWeb(), compileServer()])

const bidwell = spawn(NODE, ['--max-semi-space-size=2', join(ROOT, 'server', 'src', 'main.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => bidwell.kill(signal))
}
// npm's shell does not pass on the signal that ends it: Bidwell stops when that shell is gone.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && bidwell.kill('SIGTERM'), 500).unref()
}
bidwell.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})
