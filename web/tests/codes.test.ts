import { expect, test } from 'vitest'
import { whereTo } from '../src/lib/codes'
import { present } from '../src/lib/seats'
import type { Player } from '../src/lib/protocol'

test.each([
  ['http://192.168.0.7:8000/#/join/abcDEF_-123', '/join/abcDEF_-123'],
  ['https://ra.example.org/#/seat/QWERTYUIOPASDFGHJKLZXC', '/seat/QWERTYUIOPASDFGHJKLZXC'],
  ['#/move/kexq5pbk75jm', '/move/kexq5pbk75jm'],
  [' KEXQ-5pbk 75jm ', '/move/kexq5pbk75jm'],
  ['QWERTYUIOPASDFGHJKLZXC', '/join/QWERTYUIOPASDFGHJKLZXC'],
  ['   ', null],
])('%s leads to %s', (text, page) => {
  expect(whereTo(text)).toBe(page)
})

test('whoever has taken over a seat is called by their own name', () => {
  const ben: Player = {
    name: 'Ben',
    colour: 'sky',
    kind: 'person',
    bot: null,
    stand_in: null,
    for_good: false,
    heir: null,
  }
  expect(present([ben, { ...ben, heir: 'Cleo' }]).map(({ name }) => name)).toEqual(['Ben', 'Cleo'])
})
