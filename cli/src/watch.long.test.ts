import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startBidding } from '../../server/test/bidding.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

test('In a terminal, watching shows a bid and its end, and q gives the screen back', { timeout: 120_000 }, async () => {
  await using bidding = await startBidding()
  const { person, bid } = await bidding.scheduledBid({ maxBid: 43 })
  // It makes a terminal for a program.
  const terminal = spawn('script', ['-qec', `stty rows 24 cols 80; ${process.execPath} ${MAIN} watch`, '/dev/null'], {
    env: { PATH: process.env['PATH'], BIDWELL_URL: bidding.api.url, BIDWELL_TOKEN: person.token, TERM: 'xterm' },
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let screen = ''
  const shows = async (text: string) => {
    while (!screen.includes(text)) screen += String((await once(terminal.stdout, 'data'))[0])
    return (screen = screen.slice(screen.indexOf(text)))
  }
  await shows('\u001B[?1049h')
  await shows('1 open auction · q ends')
  expect(await shows('$43.00  waiting')).toContain('Brass lamp')
  await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  await shows('$43.00  cancelled')
  terminal.stdin.write('q')
  await shows('\u001B[?7h\u001B[?25h\u001B[?1049l')
  expect(await once(terminal, 'exit')).toEqual([0, null])
})
