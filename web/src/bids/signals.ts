import { siteClock } from '../time/site-clock.ts'
import { lastMinuteSignals } from '../ui/preferences.ts'

/** `step`: a bid goes on its way. `good`: it leads or has won. `bad`: it is outbid or has failed. */
export type Signal = 'step' | 'good' | 'bad'

/** One note after another, hertz. */
const NOTES = { step: [880], good: [660, 990], bad: [330, 247] } as const satisfies Record<Signal, readonly number[]>
/** Milliseconds of vibration, and of pauses between. */
const VIBRATION = { step: [40], good: [60, 60, 60], bad: [250, 100, 250] } satisfies Record<Signal, number[]>

const NOTE_SECONDS = 0.14
const VOLUME = 0.2
/** Before the first click on the page, the browser keeps it silent. What comes later than this would be old news. */
const MAX_LATE_MS = 500

let context: AudioContext | undefined

/**
 * Sounds, and vibrates where the device can and does not ask for less motion; neither unless the user has switched it on.
 * Silent if the sound can't start within `maxLateMs`.
 */
export function playSignal(signal: Signal, maxLateMs = MAX_LATE_MS): void {
  if (lastMinuteSignals.read() === 'off') return
  void sound(NOTES[signal], maxLateMs)
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!calm && 'vibrate' in navigator) navigator.vibrate(VIBRATION[signal])
}

/** Switches the signals of this browser. Switched on, they give a sample, however long the device's sound takes to start. */
export function switchSignals(isOn: boolean): void {
  lastMinuteSignals.write(isOn ? 'on' : 'off')
  if (isOn) playSignal('good', Infinity)
}

async function sound(notes: readonly number[], maxLateMs: number): Promise<void> {
  const audio = (context ??= new AudioContext())
  const asked = siteClock.now()
  await audio.resume()
  if (siteClock.now() - asked > maxLateMs) return
  for (const [index, hertz] of notes.entries()) playNote(audio, hertz, audio.currentTime + index * NOTE_SECONDS)
}

function playNote(audio: AudioContext, hertz: number, at: number): void {
  const note = new OscillatorNode(audio, { frequency: hertz })
  const gain = new GainNode(audio, { gain: VOLUME })
  // A note that stops at full volume clicks.
  gain.gain.setValueAtTime(VOLUME, at)
  gain.gain.linearRampToValueAtTime(0, at + NOTE_SECONDS)
  note.connect(gain).connect(audio.destination)
  note.start(at)
  note.stop(at + NOTE_SECONDS)
}
