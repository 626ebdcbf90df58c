// How a thing comes to its place: it lands, or, for people who asked for stillness, is there.

import { scale, type ScaleParams, type TransitionConfig } from 'svelte/transition'
import { stillness } from './settings.svelte'

export function arrive(node: Element, how: ScaleParams): TransitionConfig {
  return stillness() ? { duration: 0 } : scale(node, how)
}
