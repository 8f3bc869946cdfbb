/** `d••o` for `demo`: its owner recognizes it, and others cannot complete it. */
export function maskUsername(username: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(username), ({ segment }) => segment)
  return letters.length < 3 ? '••' : `${letters.at(0)}••${letters.at(-1)}`
}
