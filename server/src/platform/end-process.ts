/**
 * Ends the process at once. Waiting for Node to close the rest once took an engine minutes: Node polls the handles that it
 * closes, without a limit. Nor may the log flush itself at the exit: it repeats a failed write for ever, so a process
 * whose log nobody reads any more would stay. `flushLog` has written the last lines before.
 */
export function endProcess(code?: number): never {
  process.removeAllListeners('exit')
  process.exit(code)
}
