import type { FastifyInstance } from 'fastify'

/** Whoever takes their answer slower than this has lost it when the app closes. */
const PATIENCE_MS = 15_000

/**
 * Closing waits for the answers that are under way, and for no line after its answer: left alone, one that was kept
 * alive for a next question would hold it up for as long as that.
 */
export function closeLines(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS).unref()
    app.server.once('close', () => clearTimeout(patience))
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end()
  })
}
