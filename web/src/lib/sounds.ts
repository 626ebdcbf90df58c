// All sounds, described: struck things ring in their modes, and grains of noise are filtered. Nothing is recorded and
// nothing is loaded. This file imports nothing, so that a program can take it alone and render what is described here.

/** Something struck, that rings in its modes. */
export interface Struck {
  /** When, in seconds after the sound begins. */
  at: number
  /** Hz. */
  pitch: number
  /** Of each mode: its pitch as a multiple of the lowest, its loudness 0 to 1, and how long it rings in seconds. */
  modes: readonly (readonly [ratio: number, level: number, seconds: number])[]
}

/** Noise that swells and dies away, while its filter moves from one pitch to another. */
export interface Grain {
  at: number
  noise: 'bandpass' | 'highpass' | 'lowpass'
  /** Hz. */
  from: number
  to: number
  level: number
  /** Seconds until it is loudest, and until it is over. */
  swell: number
  seconds: number
}

export type Note = Struck | Grain
export type Sound = readonly Note[]

const click = (at: number, pitch: number, level: number, seconds = 0.03): Grain => ({
  at,
  noise: 'bandpass',
  from: pitch,
  to: pitch * 0.7,
  level,
  swell: 0.001,
  seconds,
})
const bar = (at: number, pitch: number, level: number, seconds: number): Struck => ({
  at,
  pitch,
  modes: [
    [1, level, seconds],
    [3.93, level * 0.3, seconds * 0.35],
    [9.2, level * 0.08, seconds * 0.15],
  ],
})

/** A tile is laid on stone. */
export const TILE: Sound = [
  { at: 0, noise: 'highpass', from: 2600, to: 1800, level: 0.35, swell: 0.001, seconds: 0.025 },
  {
    at: 0,
    pitch: 410,
    modes: [
      [0.29, 0.34, 0.1],
      [1, 0.2, 0.07],
      [2.32, 0.12, 0.05],
      [4.1, 0.06, 0.03],
    ],
  },
]

/** A heavy disc is laid down, and rings a little. */
export const SUN: Sound = [
  click(0, 1900, 0.5, 0.04),
  {
    at: 0,
    pitch: 622,
    modes: [
      [0.2, 0.36, 0.13],
      [1, 0.16, 0.42],
      [2.76, 0.1, 0.3],
      [5.4, 0.05, 0.18],
    ],
  },
]

/** A low gong. */
export const GONG: Sound = [
  { at: 0, noise: 'lowpass', from: 900, to: 160, level: 0.3, swell: 0.004, seconds: 0.16 },
  {
    at: 0,
    pitch: 73.4,
    modes: [
      [1, 0.3, 1.15],
      [1.51, 0.13, 1],
      [2.02, 0.18, 0.95],
      [2.74, 0.13, 0.8],
      [3.76, 0.1, 0.65],
      [5.2, 0.06, 0.45],
    ],
  },
  { at: 0.05, noise: 'bandpass', from: 500, to: 1500, level: 0.1, swell: 0.22, seconds: 0.8 },
]

/** Water rises. */
export const FLOOD: Sound = [
  { at: 0, noise: 'lowpass', from: 180, to: 700, level: 1, swell: 0.4, seconds: 1.1 },
  { at: 0.1, noise: 'bandpass', from: 500, to: 1500, level: 0.8, swell: 0.35, seconds: 0.85 },
  { at: 0.35, noise: 'bandpass', from: 2400, to: 900, level: 0.45, swell: 0.2, seconds: 0.7 },
]

/** Stone cracks, and crumbs fall. */
export const CRACK: Sound = [
  { at: 0, noise: 'highpass', from: 1500, to: 800, level: 0.5, swell: 0.001, seconds: 0.06 },
  { at: 0.015, noise: 'bandpass', from: 1100, to: 180, level: 0.7, swell: 0.003, seconds: 0.34 },
  { at: 0, pitch: 62, modes: [[1, 0.3, 0.3]] },
  click(0.13, 2300, 0.8),
  click(0.2, 1700, 0.7),
  click(0.24, 2900, 0.45),
  click(0.33, 2100, 0.4),
  click(0.45, 2600, 0.2),
]

/** Points are counted. */
export const SCORE: Sound = [bar(0, 523, 0.24, 0.4), bar(0.11, 659, 0.24, 0.4), bar(0.22, 784, 0.26, 0.7)]

/** A row of a score sheet is written. */
export const ROW: Sound = [bar(0.2, 587, 0.2, 0.22)]

/** Somebody is needed who looks elsewhere. */
export const CALL: Sound = [bar(0, 440, 0.24, 0.5), bar(0.17, 587, 0.26, 0.7)]

/** The match is over. */
export const WIN: Sound = [
  bar(0, 392, 0.22, 0.45),
  bar(0.12, 523, 0.22, 0.45),
  bar(0.24, 659, 0.22, 0.5),
  bar(0.38, 784, 0.24, 0.78),
  bar(0.38, 1046, 0.14, 0.78),
  { at: 0.38, pitch: 98, modes: [[1, 0.25, 0.75]] },
]

/** Small things are shaken, and fall. */
export const RATTLE: Sound = [
  ...[0, 0.05, 0.09, 0.15, 0.18].map((at, place) => click(at, 1500 + 220 * ((place * 3) % 5), 0.6)),
  ...[0.3, 0.335, 0.39, 0.42, 0.5].map((at, place) => click(at, 1100 + 160 * ((place * 2) % 5), 1.4 - 0.2 * place)),
  { at: 0.3, pitch: 170, modes: [[1, 0.26, 0.08]] },
]

/** Something falls into its place, and stays there. */
export const LOCK: Sound = [
  click(0, 1300, 0.4),
  click(0.07, 800, 0.7, 0.05),
  {
    at: 0.07,
    pitch: 165,
    modes: [
      [1, 0.36, 0.16],
      [2.4, 0.14, 0.09],
      [6, 0.07, 0.35],
    ],
  },
]

/** One sound, and after some seconds another. */
export const follows = (first: Sound, seconds: number, second: Sound): Sound => [
  ...first,
  ...second.map((note) => ({ ...note, at: note.at + seconds })),
]

/** When a sound is over, in seconds after it began. */
export const lengthOf = (sound: Sound): number =>
  Math.max(
    0,
    ...sound.map(
      (note) => note.at + ('modes' in note ? Math.max(...note.modes.map(([, , seconds]) => seconds)) : note.seconds),
    ),
  )

const STRIKE = 0.003
/** As good as silent. */
const NOTHING = 0.0005

/** Let a sound be heard, at a time of the context's clock. */
export function render(context: BaseAudioContext, into: AudioNode, sound: Sound, start: number): void {
  const play = (source: AudioScheduledSourceNode, at: number, seconds: number): void => {
    source.start(at)
    source.stop(at + seconds)
  }
  const envelope = (at: number, level: number, swell: number, seconds: number): GainNode => {
    const volume = context.createGain()
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(level, at + swell)
    volume.gain.exponentialRampToValueAtTime(NOTHING, at + seconds)
    volume.connect(into)
    return volume
  }
  for (const note of sound) {
    const at = start + note.at
    if ('modes' in note) {
      for (const [ratio, level, seconds] of note.modes) {
        const tone = context.createOscillator()
        tone.frequency.value = note.pitch * ratio
        tone.connect(envelope(at, level, STRIKE, seconds))
        play(tone, at, seconds)
      }
    } else {
      const source = context.createBufferSource()
      source.buffer = noiseOf(context)
      const filter = context.createBiquadFilter()
      filter.type = note.noise
      filter.frequency.setValueAtTime(note.from, at)
      filter.frequency.exponentialRampToValueAtTime(note.to, at + note.seconds)
      source.connect(filter).connect(envelope(at, note.level, note.swell, note.seconds))
      play(source, at, note.seconds)
    }
  }
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>()

/** A second and a half of white noise, the same one every time: so a sound is as loud here as where it was measured. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context)
  if (known) return known
  const made = context.createBuffer(1, Math.ceil(1.5 * context.sampleRate), context.sampleRate)
  const samples = made.getChannelData(0)
  let number = 1
  for (let place = 0; place < samples.length; place++) {
    number = (Math.imul(number, 1664525) + 1013904223) | 0
    samples[place] = number / 2 ** 31
  }
  noises.set(context, made)
  return made
}
