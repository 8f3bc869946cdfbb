#!/usr/bin/env node
import { FORMAT, PLAYWRIGHT, runWithBrowser } from './run-with-browser.mjs'

/* Keeps a new picture of each screen that no longer looks as its kept one, and writes the list of all pictures. */

runWithBrowser([
  [PLAYWRIGHT, 'test', '-c', 'e2e', '--grep', '@screens', '--update-snapshots=changed', ...process.argv.slice(2)],
  ['e2e/screens/write-list.ts'],
  [FORMAT, 'docs/screens/README.md'],
])
