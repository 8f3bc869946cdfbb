import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { API_BASE } from '@bidwell/contract'
import type { Config } from '../config/config.ts'
import { readProgress } from '../uploads/restore-folder.ts'

const AWAY = 'Bidwell restores a backup, and answers again in a moment.'

/** Answers at the address of Bidwell while its programs are stopped: how far the restore is, and to all else that it is away. */
export async function serveProgress({ http, dataDir }: Pick<Config, 'http' | 'dataDir'>): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '', response).catch(() => response.destroy())
  })

  async function answer(url: string, response: ServerResponse) {
    const progress = await readProgress(dataDir)
    if (progress !== null && url === `${API_BASE}/restore/${progress.ticket}`) {
      const { state, lines } = progress
      return sendJson(response, 200, { success: true, data: { state, lines } })
    }
    if (url.startsWith(API_BASE)) {
      return sendJson(response, 503, { success: false, code: 'unavailable', message: AWAY })
    }
    return response.writeHead(503, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(AWAY)
  }

  server.listen(http.port, http.host)
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const HEADERS = { 'Cache-Control': 'no-store', 'Retry-After': '2', 'X-Content-Type-Options': 'nosniff' }

const sendJson = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'application/json' }).end(JSON.stringify(body))
