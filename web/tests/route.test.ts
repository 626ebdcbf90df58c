import { describe, expect, it } from 'vitest'
import { parse } from '../src/lib/route.svelte'

describe('addresses', () => {
  it('name pages behind the #', () => {
    expect(parse('')).toEqual({ page: 'home' })
    expect(parse('#/new')).toEqual({ page: 'new', game: null, preset: '' })
    expect(parse('#/new/nim')).toEqual({ page: 'new', game: 'nim', preset: '' })
    expect(parse('#/rules')).toEqual({ page: 'rules', game: null, edition: '', rule: '' })
    expect(parse('#/rules/ra/alea/R14')).toEqual({ page: 'rules', game: 'ra', edition: 'alea', rule: 'R14' })
    expect(parse('#/join/abc')).toEqual({ page: 'join', invite: 'abc' })
    expect(parse('#/watch')).toEqual({ page: 'watch' })
    expect(parse('#/watch/t/key')).toEqual({ page: 'table', table: 't', spectate: 'key' })
    expect(parse('#/replay/t/key/17')).toEqual({ page: 'replay', table: 't', spectate: 'key', line: 17, review: false })
    expect(parse('#/replay/t/17')).toEqual({ page: 'replay', table: 't', spectate: null, line: 17, review: false })
    expect(parse('#/nowhere')).toEqual({ page: 'home' })
    expect(parse('#/join/%E0%A4%A')).toEqual({ page: 'join', invite: '%E0%A4%A' })
  })
})
