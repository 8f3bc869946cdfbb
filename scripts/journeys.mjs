#!/usr/bin/env node
import { FORMAT, PLAYWRIGHT, runWithBrowser } from './run-with-browser.mjs'

/* Walks the journeys of `docs/journeys/`, checks what they claim, and keeps a new picture of what looks different. */

runWithBrowser([
  [PLAYWRIGHT, 'test', '-c', 'e2e/journeys', ...process.argv.slice(2)],
  ['e2e/journeys/write-page.ts'],
  [FORMAT, 'docs/journeys/README.md'],
])
