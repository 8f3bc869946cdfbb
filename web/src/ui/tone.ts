/** What a colour says. Petrol: ours to act or armed; brass, ember: time; moss: good; plum: above; red: act; slate: over. */
export type Tone = 'petrol' | 'brass' | 'ember' | 'moss' | 'plum' | 'red' | 'slate'

export const TONE_CLASS = {
  petrol: 'bg-petrol-tint text-petrol',
  brass: 'bg-brass-tint text-brass',
  ember: 'bg-ember-tint text-ember',
  moss: 'bg-moss-tint text-moss',
  plum: 'bg-plum-tint text-plum',
  red: 'bg-red-tint text-red',
  slate: 'bg-slate-tint text-slate',
} as const satisfies Record<Tone, string>
