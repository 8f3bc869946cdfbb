/**
 * Turns the text of an event stream, in whatever pieces it arrives, into the `data` of its events. Comments and other
 * fields are passed over: our stream has only data.
 */
export function createSseParser(onData: (data: string) => void): (chunk: string) => void {
  let rest = ''
  let data: string[] = []

  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
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
