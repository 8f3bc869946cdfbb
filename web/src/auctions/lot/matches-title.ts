/** Whether a title contains each of the words, in any order and in either case. */
export const matchesTitle = (title: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word))
