import * as z from 'zod/mini'

/** Throws when an answer is not what the contract says. */
export function checkAnswer(schema: z.ZodMiniType, answer: object): void {
  const { error } = z.safeParse(schema, answer)
  if (error) throw new Error('The answer breaks the contract', { cause: error })
}
