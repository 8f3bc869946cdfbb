import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../ui/fields/is-typing.ts'
import { letterKeys } from '../../ui/preferences.ts'
import { type Command, commandFor } from './key-commands.ts'

const PREFIX_TIMEOUT_MS = 1_500

/** Treats single letters as commands, unless switched off. A handler returns false to leave its key to the browser. */
export function useKeyCommands(handlers: Partial<Record<Command, () => unknown>>) {
  const isHandled = useEffectEvent((command: Command) => {
    const handle = handlers[command]
    return handle !== undefined && handle() !== false
  })
  const on = letterKeys.use() === 'on'
  useEffect(() => {
    if (!on) return undefined
    let prefix: { keys: string; at: number } | null = null
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const earlier = prefix !== null && event.timeStamp - prefix.at < PREFIX_TIMEOUT_MS ? prefix.keys : null
      const match = commandFor(event, earlier)
      prefix = match !== null && 'prefix' in match ? { keys: match.prefix, at: event.timeStamp } : null
      if (match !== null && 'command' in match && isHandled(match.command)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [on])
}
