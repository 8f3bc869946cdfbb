/** `d••o`: enough for its owner to know it by, too little for anybody else. */
export function maskUsername(username: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(username), ({ segment }) => segment)
  return letters.length < 3 ? '••' : `${letters.at(0)}••${letters.at(-1)}`
}
