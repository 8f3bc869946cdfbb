import { type Destination, messages } from '@bidwell/contract'
import type { Tone } from '../../ui/tone.ts'
import { SERVICES } from './webhook-services.ts'

/** A word for the state of a place, and a sentence where its user has to know or to do more. */
type PlaceState = { word: string; tone: Extract<Tone, 'success' | 'warning' | 'danger'>; text: string | null }

/** The state of a place. `time` formats an instant, epoch ms. */
export function stateOf(place: Destination, time: (at: number) => string): PlaceState {
  if (place.stopped_at !== null) return { word: 'Stopped', tone: 'danger', text: stoppedText(place) }
  if (place.verified_at === null) {
    const text = 'Alerts go there once you have entered the code that was sent to it.'
    return { word: 'Enter the code', tone: 'warning', text }
  }
  if (place.failing_since !== null) {
    const since = time(Date.parse(place.failing_since))
    const text = `No alert has arrived since ${since}. If they keep failing for a day or more, alerts stop.`
    return { word: 'Failing', tone: 'warning', text }
  }
  return { word: place.channel === 'email' || place.channel === 'sms' ? 'Verified' : 'On', tone: 'success', text: null }
}

function stoppedText({ channel, stopped_because: because }: Destination): string {
  const why = because === 'signed_out' ? 'was signed out' : messages.destination.whyStopped(because)
  const said = why === null ? 'Alerts no longer go there.' : `It ${why}. Alerts no longer go there.`
  return `${said} ${because === 'stop' ? START : WAY_BACK[channel]}`
}

const START = 'Text START to our number from this phone to get them again.'

const WAY_BACK: Readonly<Record<Destination['channel'], string>> = {
  email: 'Change your address to one that works, or have a link sent to this one: following it turns alerts on again.',
  push: 'Open Bidwell there, and turn on alerts again.',
  sms: 'When it does, have a code sent to it again.',
  webhook: 'Once it works, add it again.',
}

/** What a place is, and its address where that says more than its name. */
export function kindOf({ channel, preset, address }: Destination): string {
  switch (channel) {
    case 'email':
      return 'Email'
    case 'sms':
      return 'Text messages'
    case 'push':
      return `Device · ${hostOf(address)}`
    case 'webhook':
      return `${preset === null ? 'Webhook' : SERVICES[preset].name} · ${hostOf(address)}`
  }
}

const hostOf = (origin: string) => origin.replace(/^https:\/\//, '')

/** Tells that a place is added, and how to see that it works. */
export const addedText = (label: string) => `Alerts go to ${label} too. Send a test to see one arrive.`
