import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { api, API_BASE, EVENTS_PATH } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { freePort } from '../../server/test/free-port.ts'
import { selfSigned } from '../../server/test/self-signed.ts'
import { readDeployment } from './read-deployments.ts'

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
/** Debian keeps it where only root looks. */
const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => runs(program, '-v')) ?? null
const caddy = runs('caddy', 'version') ? 'caddy' : null
const KIB = 1024

type Proxy = { url: string; ca?: string; reload: () => Promise<unknown> }

/** In place of the API: streams events, and answers every other call with what arrived. */
async function startUpstream() {
  const server = createServer((call, answer) => {
    if (call.url === API_BASE + EVENTS_PATH) {
      answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }).flushHeaders()
      const ticking = setInterval(() => answer.write('data: tick\n\n'), 20)
      answer.on('close', () => clearInterval(ticking))
    } else {
      const end = ({ length }: string) => answer.end(JSON.stringify({ headers: call.headers, length }))
      // A proxy cuts off a call that it refuses.
      void text(call).then(end, () => answer.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts a program, in a folder of its own, that runs until it is disposed. */
async function startIn(folder: string, program: string, args: string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startNginx(upstream: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-nginx-'))
  await chmod(folder, 0o755)
  const { key, cert } = selfSigned()
  const port = await freePort()
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'cert.pem'), cert)
  const site = readDeployment('nginx.conf')
    .replaceAll(/^ +listen (80|\[::\]:\d+.*);\n/gm, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('return 301', `listen 127.0.0.1:${await freePort()};\n    return 301`)
    .replace(/\/\S+fullchain.pem/, join(folder, 'cert.pem'))
    .replace(/\/\S+privkey.pem/, join(folder, 'key.pem'))
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replace('/var/log/nginx/bidwell.log', join(folder, 'access.log'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  await writeFile(
    join(folder, 'all.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}\nhttp { access_log ${folder}/other.log; ${temporary}\n${site}}`,
  )
  const started = await startIn(folder, nginx!, ['-c', join(folder, 'all.conf'), '-e', join(folder, 'log')])
  return {
    ...started,
    url: `https://localhost:${port}`,
    ca: cert,
    readLogs: async () =>
      (await Promise.all(['access.log', 'other.log'].map((name) => readFile(join(folder, name), 'utf8')))).join(''),
    reload: async () => started.child.kill('SIGHUP'),
    [Symbol.asyncDispose]: started[Symbol.asyncDispose],
  }
}

async function startCaddy(upstream: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-caddy-'))
  const config = join(folder, 'Caddyfile')
  const admin = `unix/${join(folder, 'admin.sock')}`
  const url = `http://127.0.0.1:${await freePort()}`
  // By plain http, so that it asks no authority for a certificate.
  await writeFile(config, `{\n\tadmin ${admin}\n\tauto_https off\n}\n${readDeployment('Caddyfile')}`)
  const env = { PUBLIC_URL: url, API: `127.0.0.1:${upstream}` }
  const files = ['--adapter', 'caddyfile', '--config', config]
  const started = await startIn(folder, caddy!, ['run', ...files], env)
  return {
    url,
    reload: () =>
      promisify(execFile)(caddy!, ['reload', '--force', '--address', admin, ...files], {
        env: { PATH: process.env['PATH'], HOME: folder, ...env },
      }),
    [Symbol.asyncDispose]: started[Symbol.asyncDispose],
  }
}

async function ask({ url, ca }: Proxy, path: string, { method = 'GET', body = '' } = {}): Promise<IncomingMessage> {
  const headers = { 'X-Forwarded-For': '203.0.113.7', 'Content-Length': body.length }
  const options = { method, headers, agent: false as const, ...(ca && { ca, servername: 'localhost' }) }
  const call = (ca ? encrypted : plain)(`${url}${path}`, options)
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return answer
}

const statusOf = async (proxy: Proxy, path: string, options?: { method: string; body: string }) => {
  const answer = await ask(proxy, path, options)
  answer.resume()
  return answer.statusCode
}

test.for([
  { name: 'nginx', isHere: nginx !== null, start: startNginx },
  { name: 'Caddy', isHere: caddy !== null, start: startCaddy },
])(
  '$name keeps an event stream through a reload, names the caller alone, and limits what the API limits',
  async ({ name, isHere, start }, { skip }) => {
    skip(!isHere, `${name} is not installed`)
    await using upstream = await startUpstream()
    await using proxy = await start(upstream.port)
    const untilServing = () => expect.poll(() => statusOf(proxy, '/').catch(() => null), { interval: 20 }).toBe(200)
    await untilServing()

    const stream = await ask(proxy, API_BASE + EVENTS_PATH)
    await once(stream, 'data')
    let hasEnded = false
    stream.on('close', () => (hasEnded = true))
    await proxy.reload()
    await untilServing()
    for (let events = 0; events < 50; events += 1) await once(stream, 'data')
    expect(hasEnded).toBe(false)
    stream.destroy()

    const seen = JSON.parse(await text(await ask(proxy, '/')))
    expect(seen.headers['x-forwarded-for']).toBe('127.0.0.1')
    const [allowed, tooLong] = ['x'.repeat(64 * KIB), 'x'.repeat(65 * KIB)]
    const bids = API_BASE + api.scheduleBid.path
    expect(await statusOf(proxy, bids, { method: 'POST', body: allowed })).toBe(200)
    // Caddy before 2.7 says 502.
    expect([413, 502]).toContain(await statusOf(proxy, bids, { method: 'POST', body: tooLong }))
    expect(await statusOf(proxy, `${API_BASE}/webhooks/stripe`, { method: 'POST', body: tooLong })).toBe(200)
    expect(await statusOf(proxy, API_BASE + api.importAuctions.path, { method: 'POST', body: tooLong })).toBe(200)
    expect(await statusOf(proxy, '/metrics')).toBe(404)
  },
)

test('The log of nginx names each call without its query, and without the address of a calendar', async ({ skip }) => {
  skip(nginx === null, 'nginx is not installed')
  await using upstream = await startUpstream()
  await using proxy = await startNginx(upstream.port)
  await expect.poll(() => statusOf(proxy, '/').catch(() => null), { interval: 20 }).toBe(200)
  await statusOf(proxy, '/verify-email?token=secret-of-a-mail')
  await statusOf(proxy, `${API_BASE}/calendar/secret-of-a-calendar.ics`)
  await statusOf(proxy, `${API_BASE}/%63alendar/secret-of-a-calendar.ics`)
  await expect.poll(proxy.readLogs, { interval: 20 }).toMatch(/calendar.*\n.*calendar/)
  const logs = await proxy.readLogs()
  expect(logs).toContain('"GET /verify-email" 200 ')
  expect(logs).toContain('"GET /api/calendar/..." 200 ')
  expect(logs).not.toContain('secret-of')
})
