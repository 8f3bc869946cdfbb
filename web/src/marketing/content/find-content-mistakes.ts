import * as z from 'zod/mini'
import { SiteContent } from './site-content-schema.ts'

/** What is wrong with the text of `web/site-content.json`: a line for each mistake, which names the place. */
export function findContentMistakes(text: string): string[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    return [`it is no JSON: ${error instanceof Error ? error.message : String(error)}`]
  }
  const issues = SiteContent.safeParse(content, { error: z.locales.en().localeError }).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.length === 0 ? 'the file' : path.join('.')}: ${message}`)
}
