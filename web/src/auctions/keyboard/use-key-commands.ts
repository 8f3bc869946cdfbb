import { useEffect, useRef } from 'react'
import { letterKeys } from '../../ui/preferences.ts'
import { isTyping } from '../../ui/is-typing.ts'
import { type Command, commandFor } from './key-commands.ts'

const PREFIX_MS = 1_500

/** Single letters as commands, unless they are switched off. A handler returns false to leave the key alone. */
export function useKeyCommands(handle: (command: Command) => boolean) {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  const on = letterKeys.use() === 'on'
  useEffect(() => {
    if (!on) return undefined
    let prefix: { keys: string; at: number } | null = null
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const waiting = prefix !== null && event.timeStamp - prefix.at < PREFIX_MS ? prefix.keys : null
      const meant = commandFor(event, waiting)
      prefix = meant !== null && 'prefix' in meant ? { keys: meant.prefix, at: event.timeStamp } : null
      if (meant !== null && 'command' in meant && latest.current(meant.command)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [on])
}
