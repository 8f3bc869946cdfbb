#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, NODE, ROOT } from './prepare.mjs'

install({ toDevelop: true })
const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
process.exitCode = spawnSync(NODE, [vite, 'build'], { cwd: join(ROOT, 'cli'), stdio: 'inherit' }).status ?? 1
