import * as z from 'zod/mini'

const line = z.string().check(z.minLength(1), z.maxLength(120))
const paragraph = z.string().check(z.minLength(1), z.maxLength(1_000))
const titled = z.strictObject({ title: line, text: paragraph })

/** The shape of `web/site-content.json`. `docs/operations.md` describes its parts. */
export const SiteContent = z.strictObject({
  /** What search engines show of the home page. */
  description: z.string().check(z.minLength(50), z.maxLength(160)),
  hero: titled,
  /** Figures that the operator vouches for. They are shown as the operator's claims. */
  claims: z.array(z.strictObject({ figure: line, of: line })).check(z.maxLength(4)),
  steps: z.array(titled).check(z.length(3)),
  features: z.array(titled).check(z.minLength(1), z.maxLength(12)),
  about: z.array(paragraph).check(z.minLength(1)),
  /** Who is responsible for this installation; null where that is not published. */
  operator: z.strictObject({ name: z.nullable(line), postalAddress: z.nullable(paragraph) }),
  /** Questions of the operator's own, after those that the product answers. */
  questions: z.array(z.strictObject({ question: line, answer: z.array(paragraph).check(z.minLength(1)) })),
})
