import { findProgram, installWithApt, runs } from './find-program.mjs'

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
  return findProgram(NAMES) ?? (installWithApt(['chromium-headless-shell', 'chromium']) ? findProgram(NAMES) : null)
}
