import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { listen } from './listen.ts'

/**
 * A server in front of an installation that a story can close and open again, as if the installation were stopped and started.
 * `replace` has it answer a path with another script; `heard` returns what was posted to a path. Disposing closes it.
 */
export async function startDoor(url: string) {
  const { hostname, port: target } = new URL(url)
  const scripts = new Map<string, string>()
  const posted: { path: string; body: string }[] = []
  const server = createServer((asked, answer) => {
    const script = scripts.get(asked.url ?? '')
    if (script !== undefined) {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script)
      return
    }
    const { method, url: path = '', headers } = asked
    if (method === 'POST') {
      let body = ''
      asked.on('data', (part: Buffer) => (body += part.toString()))
      asked.on('end', () => posted.push({ path, body }))
    }
    const forwarded = request({ hostname, port: target, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    // What the browser gives up, as a stream of events, ends behind the door too.
    answer.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  const port = await listen(server)
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    replace: (path: string, script: string) => void scripts.set(path, script),
    heard: (path: string): object[] => posted.filter((each) => each.path === path).map(({ body }) => JSON.parse(body)),
    close,
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    [Symbol.asyncDispose]: close,
  }
}
