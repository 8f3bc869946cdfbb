import type * as z from 'zod/mini'
import { type List, listOf } from '../records.ts'
import type { Service } from '../service.ts'
import { invalid } from '../stripe-error.ts'

/** One call of Stripe's API. `path` is relative to `/v1`; `:id` stands for the record's id. */
type Call<S extends z.ZodMiniType> = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  input: S
  run: (service: Service, input: z.infer<S>, id: string) => object
}

export const call = <S extends z.ZodMiniType>(
  method: Call<S>['method'],
  path: string,
  input: S,
  run: Call<S>['run'],
): { method: Call<S>['method']; path: string; run: (service: Service, raw: unknown, id: string) => object } => ({
  method,
  path,
  run: (service, raw, id) => {
    const parsed = input.safeParse(raw ?? {})
    if (parsed.success) return run(service, parsed.data, id)
    const [issue] = parsed.error.issues
    if (issue?.code === 'unrecognized_keys') {
      throw invalid(`Received unknown parameter: ${issue.keys.join(', ')}`, issue.keys[0])
    }
    const param = issue?.path.join('.') ?? ''
    throw invalid(`Invalid value for ${param}: ${issue?.message}`, param)
  },
})

type Page = { limit?: number | undefined; starting_after?: string | undefined }

/** Newest first, as every list of Stripe. */
export function pageOf<T extends { id: string }>(
  records: T[],
  { limit = 10, starting_after }: Page,
  url: string,
): List<T> {
  const newest = records.toReversed()
  const from = starting_after === undefined ? 0 : newest.findIndex(({ id }) => id === starting_after) + 1
  return listOf(newest.slice(from, from + limit), url, newest.length > from + limit)
}
