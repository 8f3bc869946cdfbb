import { api, type Data, messages } from '@bidwell/contract'
import * as z from 'zod/mini'
import { type Route, route, type Webhook } from '../http/route.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { hasNoAccount } from './has-no-account.ts'
import { PIECE_BYTES } from './open-upload.ts'
import { createReceiver, type Receiver, type ReceiverDeps } from './receive-backup.ts'

/** `code` is null, and `hand` absent, where no supervisor runs all processes: there the operator's command restores. */
type Deps = Omit<ReceiverDeps, 'code' | 'hand'> & {
  code: string | null
  hand: ((message: unknown) => unknown) | undefined
}

/** What the API does about a backup that comes from a browser: its calls, its pieces, and whether pages offer it. */
export function openRestoreRequests({ code, hand, ...deps }: Deps) {
  if (code === null || hand === undefined) {
    return { routes: [], webhooks: [], readOffer: createRestoreOffer(deps.db, 'command') }
  }
  const receiver = createReceiver({ ...deps, code, hand: (request) => void hand(request) })
  return {
    routes: restoreRoutes(receiver),
    webhooks: [pieceReceiver(receiver)],
    readOffer: createRestoreOffer(deps.db, 'page'),
  }
}

const restoreRoutes = (receiver: Receiver): Route[] => [
  route(api.beginRestore, async ({ body }) => ({
    data: { ticket: await receiver.begin(body), piece_bytes: PIECE_BYTES },
  })),
  route(api.followRestore, async ({ params }) => ({ data: await receiver.follow(params.ticket) })),
]

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
