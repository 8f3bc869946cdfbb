import { vi } from 'vitest'
import { StartupError } from '../src/platform/startup-error.ts'

/** What a command of the operator prints in this process, or the sentence with which it refuses. */
export async function printedBy(command: () => Promise<void>): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await command()
    return write.mock.calls.map(([text]) => String(text)).join('')
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  } finally {
    write.mockRestore()
  }
}
