import { api, type Data, messages } from '@bidwell/contract'
import * as z from 'zod/mini'
import { type Route, route, type Webhook } from '../http/route.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { PIECE_BYTES } from './open-upload.ts'
import { createReceiver, hasNoAccount, type Receiver, type ReceiverDeps } from './receive-backup.ts'
import { readProgress } from './restore-folder.ts'

/** `code` is null, and `hand` absent, where no supervisor runs all processes: there the operator's command restores. */
type Deps = Omit<ReceiverDeps, 'code' | 'hand'> & {
  code: string | null
  hand: ((message: unknown) => unknown) | undefined
}

/** What the API does about a backup that comes from a browser: its calls, its pieces, and whether pages offer it. */
export function openRestoreRequests({ code, hand, ...deps }: Deps) {
  const receiver =
    code === null || hand === undefined
      ? null
      : createReceiver({ ...deps, code, hand: (request) => void hand(request) })
  const routes: Route[] = [
    route(api.beginRestore, async ({ body }) => {
      if (receiver === null) throw new AppError('not_found', messages.generic.notFound)
      return { data: { ticket: await receiver.begin(body), piece_bytes: PIECE_BYTES } }
    }),
    route(api.followRestore, async ({ params: { ticket } }) => {
      if (receiver?.isReceiving(ticket)) return { data: { state: 'receiving' as const, lines: [] } }
      // Also once it is restored, and Bidwell has started anew without a code.
      const progress = await readProgress(deps.dataDir)
      if (progress?.ticket !== ticket) throw new AppError('not_found', messages.generic.notFound)
      return { data: { state: progress.state, lines: progress.lines } }
    }),
  ]
  return {
    routes,
    webhooks: receiver === null ? [] : [pieceReceiver(receiver)],
    readOffer: createRestoreOffer(deps.db, receiver === null ? 'command' : 'page'),
  }
}

const PieceQuery = z.object({ ticket: z.string(), number: z.coerce.number().check(z.int(), z.minimum(1)) })

/** The pieces of a backup's file come in as bytes. */
const pieceReceiver = (receiver: Receiver): Webhook => ({
  path: '/api/restore/pieces',
  maxBytes: PIECE_BYTES,
  async receive(body, _headers, query) {
    const piece = PieceQuery.safeParse(Object.fromEntries(query))
    if (!piece.success) throw new AppError('malformed', messages.generic.malformedRequest)
    await receiver.addPiece(piece.data.ticket, piece.data.number, body)
  },
})

type Offer = Data<typeof api.readOperator>['restore']

/** How a backup can be restored here; null once there is an account, and while the database does not say. */
function createRestoreOffer(db: Db, way: Offer): () => Promise<Offer> {
  let isOver = false
  return async () => {
    if (isOver) return null
    const isEmpty = await hasNoAccount(db).catch(() => null)
    isOver = isEmpty === false
    return isEmpty === true ? way : null
  }
}
