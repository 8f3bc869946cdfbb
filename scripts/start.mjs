#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb, compileServer, install, NODE, ROOT } from './prepare.mjs'

const args = process.argv.slice(2)

install()
if (!args.includes('--dev')) await Promise.all([buildWeb(), compileServer()])

const command = [NODE, '--max-semi-space-size=2', join(ROOT, 'server', 'src', 'main.ts'), ...args]
process.chdir(ROOT)
// This process would only wait. Older versions of Node, and other systems, cannot replace it.
if (process.execve) process.execve(NODE, command, process.env)

const bidwell = spawn(NODE, command.slice(1), { stdio: 'inherit' })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => bidwell.kill(signal))
}
bidwell.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})
