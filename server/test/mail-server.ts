import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * What the server does with a mail: accepts it; says that nobody has the address; asks to come back later; says nothing
 * more; accepts it and breaks the connection before it says so; or breaks the connection before the last line of the mail.
 */
export type Behaviour = 'accept' | 'refuse' | 'busy' | 'hang' | 'break' | 'cut'

type Options = {
  /** The server offers STARTTLS with this certificate, PEM. */
  certificate?: { key: string; cert: string }
  /** The server takes mail from this user alone. */
  login?: { user: string; pass: string }
  /** A free one, unless it is named. */
  port?: number
}

/** A real SMTP server on this machine that keeps the mails it accepts. */
export async function startMailServer({ certificate, login, port: wantedPort = 0 }: Options = {}) {
  const mails: (Email & { /** Monotonic ms. */ receivedAt: number })[] = []
  let behave: (recipient: string) => Behaviour = alwaysAccept
  let connections = 0
  const hanging = Promise.withResolvers<void>()
  async function keep(stream: Readable) {
    const content = await buffer(stream)
    const receivedAt = performance.now()
    mails.push(Object.assign(await PostalMime.parse(content), { receivedAt }))
  }
  const server = new SMTPServer({
    ...certificate,
    logger: false,
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.pass
      if (isRight) done(null, { user: username })
      else done(new Error('Invalid user name or password'))
    },
    onRcptTo({ address }, _session, answer) {
      const behaviour = behave(address)
      if (behaviour === 'refuse') answer(refusal(550, 'No such user here'))
      else if (behaviour === 'busy') answer(refusal(451, 'Please try again later'))
      else if (behaviour === 'hang') void hanging.promise.then(() => answer())
      else answer()
    },
    onData(stream, { envelope, id }, answer) {
      const behaviour = behave(envelope.rcptTo[0]?.address ?? '')
      const hangUp = () => {
        for (const connection of server.connections) if (connection.id === id) connection.close()
      }
      if (behaviour === 'cut') hangUp()
      else {
        const keeping = keep(stream)
        // A client that ends in the middle of a mail has no answer.
        keeping.then(() => (behaviour === 'break' ? hangUp() : answer())).catch(() => {})
      }
    },
  })
  server.on('error', () => {}) // a client that breaks off is the subject of tests
  const listening = server.listen(wantedPort, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** The accepted mails, in their order. */
    mails,
    connections: () => connections,
    /** Decides on each mail by the address of its recipient. */
    behave(decide: (recipient: string) => Behaviour) {
      behave = decide
    },
    async [Symbol.asyncDispose]() {
      hanging.resolve()
      for (const connection of server.connections) connection.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const alwaysAccept = (): Behaviour => 'accept'

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
