import * as z from 'zod/mini'

/**
 * What a mail says, without any markup: the renderer makes the HTML and the plain text, and is the only place that escapes
 * a value. A `path` is below PUBLIC_URL, so a mail links to nothing else.
 */
export type Letter = {
  subject: string
  paragraphs: Paragraph[]
  /** The address that an answer goes to, where that is not the sender. */
  replyTo?: string
  /** Shown above the first paragraph: an address of an image of the site. */
  imageUrl?: string
  /** Mails with the same one are shown as one conversation. */
  thread?: string
  /** Links in small print below. */
  footnotes?: { label: string; path: string }[]
  /** The page below PUBLIC_URL that ends mails of this kind, and whose POST does it at once (RFC 8058). */
  unsubscribePath?: string
}

export type Paragraph =
  | { kind: 'text'; text: string }
  /** A button, with its address written out below for programs that show plain text. */
  | { kind: 'link'; label: string; path: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }

export const text = (sentences: string): Paragraph => ({ kind: 'text', text: sentences })
export const link = (label: string, path: string): Paragraph => ({ kind: 'link', label, path })
export const facts = (...entries: [label: string, value: string][]): Paragraph => ({ kind: 'facts', facts: entries })

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
