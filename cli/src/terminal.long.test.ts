import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startBidding } from '../../server/test/bidding.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

test('In a terminal, watching shows a bid and its end, and q gives the screen back', async () => {
  await using bidding = await startBidding()
  const { person, bid } = await bidding.scheduledBid({ maxBid: 43 })
  const { terminal, shows } = openTerminal('watch', { BIDWELL_URL: bidding.api.url, BIDWELL_TOKEN: person.token })
  await shows('\u001B[?1049h')
  await shows('1 open auction · q ends')
  expect((await shows('$43.00  waiting')).after).toContain('Brass lamp')
  await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  await shows('$43.00  cancelled')
  terminal.stdin.write('q')
  await shows('\u001B[?7h\u001B[?25h\u001B[?1049l')
  expect(await once(terminal, 'exit')).toEqual([0, null])
})

test('In a terminal, signing in asks for address and token, and the token is not shown', async () => {
  await using bidding = await startBidding()
  const { token } = await bidding.bidder()
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { terminal, shows } = openTerminal('login', { XDG_CONFIG_HOME: folder })
  await shows('Address of Bidwell: ')
  terminal.stdin.write(`${bidding.api.url}\r`)
  await shows(`Token for ${bidding.api.url}: `)
  terminal.stdin.write(`${token}\r`)
  const { until } = await shows('is kept in')
  expect(until).not.toContain(token.slice(0, 8))
  expect(await once(terminal, 'exit')).toEqual([0, null])
  expect(JSON.parse(await readFile(join(folder, 'bidwell', 'cli.json'), 'utf8'))).toEqual({
    url: bidding.api.url,
    token,
  })
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('In a terminal, %s in place of a token ends the program with 2', async (_, key) => {
  const { terminal, shows } = openTerminal('login http://127.0.0.1:1', { XDG_CONFIG_HOME: tmpdir() })
  await shows('Token for http://127.0.0.1:1: ')
  terminal.stdin.write(key)
  await shows('Nothing was kept')
  expect(await once(terminal, 'exit')).toEqual([2, null])
})

/** Runs a command in a terminal, which `script` makes. */
function openTerminal(command: string, env: Record<string, string>) {
  const typed = `stty rows 24 cols 200; ${process.execPath} ${MAIN} ${command}`
  const terminal = spawn('script', ['-qec', typed, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...env },
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let screen = ''
  /** Waits for a text. Returns what came until then, and from it on. */
  async function shows(text: string) {
    while (!screen.includes(text)) screen += String((await once(terminal.stdout, 'data'))[0])
    const place = screen.indexOf(text)
    const [until, after] = [screen.slice(0, place), screen.slice(place)]
    screen = after
    return { until, after }
  }
  return { terminal, shows }
}
