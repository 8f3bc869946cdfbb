import type { FastifyInstance } from 'fastify'

/**
 * Makes closing the app wait for the responses in progress, and not for idle keep-alive connections: each connection is
 * ended after its response, and cut when the response takes longer than `timeoutMs`.
 */
export function closeConnections(app: FastifyInstance, timeoutMs: number) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const timeout = setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    app.server.once('close', () => clearTimeout(timeout))
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end()
  })
}
