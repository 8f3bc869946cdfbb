/**
 * Parses the text of an event stream, which may arrive in chunks of any size, and calls `onData` with the data of each
 * event. Ignores comments and all other fields, because our server sends only data.
 */
export function createSseParser(onData: (data: string) => void): (chunk: string) => void {
  let unfinishedLine = ''
  let data: string[] = []

  return (chunk) => {
    const lines = (unfinishedLine + chunk).split(/\r\n|\n|\r(?!$)/)
    unfinishedLine = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onData(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      }
    }
  }
}
