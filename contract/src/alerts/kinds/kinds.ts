import type * as z from 'zod/mini'
import { type AlertClass, type ChannelName, DEFAULT_CHANNELS } from '../alerts.ts'
import { ACCOUNT_KINDS } from './account-kinds.ts'
import { type Context, type Described, type NotificationGroup, say, type Subject } from './kind.ts'
import { PLAN_KINDS } from './plan-kinds.ts'
import { RESULT_KINDS } from './result-kinds.ts'
import { SECURITY_KINDS } from './security-kinds.ts'
import { WARNING_KINDS } from './warning-kinds.ts'

/** Every kind of notification. To add one, declare it in one of these five files, and pass it to `notify` on the server. */
export const KINDS = { ...RESULT_KINDS, ...WARNING_KINDS, ...ACCOUNT_KINDS, ...SECURITY_KINDS, ...PLAN_KINDS } as const

export type NotificationKind = keyof typeof KINDS

/** A kind with its values, as `notify` on the server takes them. */
export type NotificationContent = {
  [K in NotificationKind]: { kind: K; values: z.output<(typeof KINDS)[K]['values']> }
}[NotificationKind]

/** A declared kind; undefined for one that another version of Bidwell has stored. */
const find = (name: string) => Object.entries(KINDS).find(([known]) => known === name)?.[1]

/** Null for a kind that is unknown here. */
export const classOf = (name: string): AlertClass | null => find(name)?.class ?? null

/** The class that decides which alerts go where. */
export const goesAs = (name: string): AlertClass | null => find(name)?.goesAs ?? classOf(name)

/** Over which channels a kind goes out, unless the user has chosen others. */
export const defaultChannels = (name: string): readonly ChannelName[] => DEFAULT_CHANNELS[goesAs(name) ?? 'info']

/** A kind in a few words, without the values of a notification. */
export const nameOf = (name: string): string => find(name)?.name ?? name.replaceAll('_', ' ')

/** What the button says that leads to what a notification is about. */
export const buttonOf = (name: string): string => find(name)?.button ?? 'Open in Bidwell'

/** Whether its mail says what to do if somebody else did it. */
export const maybeNotYou = (name: string): boolean => find(name)?.maybeNotYou === true

/** The kinds of a class, each with its name. Users choose the channels of all classes but `account`. */
export const ofClass = (alertClass: AlertClass): { kind: string; name: string }[] =>
  Object.entries(KINDS).flatMap(([kind, known]) =>
    known.class === alertClass && known.isForAdministrators !== true ? [{ kind, name: nameOf(kind) }] : [],
  )

/** The sentences of a notification, and where it leads. */
export function describe(name: string, values: unknown, context: Context): Described {
  const known = find(name)
  const text = known?.textOf(values, context)
  if (!known || !text) return { ...say(name.replaceAll('_', ' ')), tone: 'neutral', path: null }
  return { tone: known.tone, ...text, path: known.path ?? null }
}

/** Whether what a notification says still holds, so that telling it is of use. */
export const holds = (name: string, values: unknown, subject: Subject): boolean =>
  find(name)?.holds(values, subject) ?? true

/** From when on a notification is of no use outside the browser, epoch ms; null: it has no such moment. */
export const endOf = (name: string, values: unknown, subject: Subject): number | null =>
  find(name)?.endOf(values, subject) ?? null

/** The kinds of a group, as the filter of the list takes them. */
export const kindsOf = (group: NotificationGroup): string[] =>
  Object.entries(KINDS).flatMap(([name, known]) => (known.group === group ? [name] : []))
