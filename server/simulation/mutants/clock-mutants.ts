import type { EngineMutant } from './mutants.ts'

/** Guards of the site's clock: of its estimate, and of what is concluded from it. */
export const CLOCK_MUTANTS = {
  'of two clocks only the one that most samples show': {
    file: 'src/engine/core/site-clock.ts',
    guard: 'trusted.filter(({ low, high }) => low < main.high + MAX_APART_MS && high > main.low - MAX_APART_MS)',
    instead: '[main]',
    faults: ['twoClocks'],
    seed: 18,
  },
  'one sample taken for another clock': {
    file: 'src/engine/core/site-clock.ts',
    guard: 'const CONFIRMED_BY = 2',
    instead: 'const CONFIRMED_BY = 1',
    faults: ['wrongTimes'],
    seed: 19,
  },
  'a clock that was set taken for one of two': {
    file: 'src/engine/core/site-clock.ts',
    guard: 'const SET_AFTER = 4',
    instead: 'const SET_AFTER = 30',
    faults: ['setClocks'],
    seed: 12,
  },
  'a time an hour away taken for one of two clocks': {
    file: 'src/engine/core/site-clock.ts',
    guard: 'const MAX_APART_MS = 60_000',
    instead: 'const MAX_APART_MS = 1e9',
    faults: ['wrongTimes'],
    seed: 148,
  },
  'a page that is believed about its own time': {
    file: 'src/engine/core/site-calls.ts',
    guard: 'Math.min(sample.siteTime, sentAt + offsetMs - uncertaintyMs)',
    instead: 'sample.siteTime',
    faults: ['wrongTimes', 'pageLag', 'rivals'],
    seed: 1505,
  },
  'a wait that is not looked at again': {
    file: 'src/engine/core/run-snipe.ts',
    guard: 'const MAX_WAIT_MS = 1_000',
    instead: 'const MAX_WAIT_MS = Infinity',
    faults: ['wrongTimes'],
    seed: 122,
  },
} as const satisfies Record<string, EngineMutant>
