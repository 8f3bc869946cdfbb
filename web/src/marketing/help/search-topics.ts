import type { HelpTopic } from './help-topics.ts'

/** The topics that contain every word of a query, in the question or the answer. An empty query finds all. */
export function searchTopics(topics: readonly HelpTopic[], query: string): readonly HelpTopic[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return topics.filter(({ question, answer }) => {
    const text = [question, ...answer].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
