import { prettyFactory } from 'pino-pretty'

const WARNING = 40

/** Makes a filter for the terminal: log lines worth showing, as people read them; null for the rest. */
export function readableLines({ verbose, colour }: { verbose: boolean; colour: boolean }) {
  const pretty = prettyFactory({
    colorize: colour,
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '{process}: {msg}',
    ignore: 'process,msg,pid,hostname',
    singleLine: true,
  })
  return (line: string): string | null => {
    const level = levelOf(line)
    // What is not a line of the log is a crash speaking for itself.
    if (level === null) return line
    return verbose || level >= WARNING ? pretty(line).trimEnd() : null
  }
}

function levelOf(line: string): number | null {
  if (!line.startsWith('{')) return null
  return Number(/"level":(\d+)/.exec(line)?.[1] ?? 0)
}
