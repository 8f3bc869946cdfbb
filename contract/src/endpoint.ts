import * as z from 'zod/mini'

/** Who may call: anybody, a signed-in user, or a signed-in user who proved the password in the last fifteen minutes. */
export type Access = 'anyone' | 'signed-in' | 'recently-proven'

/**
 * One call of the API. `path` is below `/api`, with `:name` for parameters. `data` is what the answer's `data` holds;
 * `top` names the fields that stand beside it at the top level, where the product's description puts them there.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  readonly data: z.ZodMiniType
  readonly top?: z.ZodMiniObject
}

/** What the endpoint takes and gives, as types. */
export type Params<E extends Endpoint> = E extends { params: infer S extends z.ZodMiniType } ? z.infer<S> : undefined
export type Query<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType } ? z.infer<S> : undefined
export type Body<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType } ? z.infer<S> : undefined
export type Data<E extends Endpoint> = z.infer<E['data']>
export type Top<E extends Endpoint> = E extends { top: infer S extends z.ZodMiniType } ? z.infer<S> : unknown
export type Reply<E extends Endpoint> = { success: true; message?: string | undefined; data: Data<E> } & Top<E>

/** The whole answer's schema: the wrapper, `data`, and the endpoint's top-level fields. */
export function replySchema(endpoint: Endpoint) {
  return z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: endpoint.data,
    ...endpoint.top?.shape,
  })
}

/** What every failed call answers. `code` is for programs, `message` for people, `details` for the fields at fault. */
export const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type Failure = z.infer<typeof Failure>

/** An answer with nothing to say beyond success. */
export const Nothing = z.object({})

/** A record's own number, as it stands in a path: digits and nothing that `Number` would also take for one. */
export const IdParams = z.strictObject({
  id: z.pipe(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'id must be a whole number')), z.transform(Number)),
})
