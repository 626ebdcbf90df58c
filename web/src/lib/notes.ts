// What was taken back at a table, for the log in it. It comes from the page, past all that lies between: a game's table
// has nothing to do with it, and a replay has no such notes.

import { getContext, setContext } from 'svelte'
import type { TakenBackNote } from './protocol'

const KEY = Symbol('notes')
type Notes = () => TakenBackNote[]

export const provideNotes = (notes: Notes): Notes => setContext(KEY, notes)

export const findNotes = (): Notes => getContext<Notes | undefined>(KEY) ?? (() => [])
