import * as z from 'zod/mini'
import type { Letter } from './letter.ts'

/**
 * A kind of mail. `values` is the schema of what the outbox keeps for it; `compose` writes the letter, and throws when the
 * kept values are not of that shape.
 */
export function template<const Kind extends string, Shape extends z.core.$ZodLooseShape>(
  kind: Kind,
  shape: Shape,
  write: (values: z.output<z.ZodMiniObject<Shape>>) => Letter,
) {
  const values = z.object(shape)
  return { kind, values, compose: (kept: unknown): Letter => write(values.parse(kept)) }
}

/** The fields of a mail of this template. */
export type MailOf<T> = T extends { kind: infer Kind; values: infer Values extends z.ZodMiniObject }
  ? { kind: Kind } & z.output<Values>
  : never
