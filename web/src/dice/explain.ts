// What the dice, tracks, markers and areas of the dice game are, what they score now and what they may bring: facts of the
// rules. What is counted comes from the server.

import { toned, type Explanation, type Fact } from '../lib/explain.svelte'
import type { DieColour, Face } from '../lib/protocol'
import { total } from '../lib/view'
import { EPOCHS, list, many, rulesAt, signed, upper, type Words } from '../lib/words'
import { COLOURS, COLUMNS } from './choices'
import type { Seen } from './explained'
import { explainDice } from './reasons'
import { ROWS } from './rows'
import { meaningOf } from './suns'

const isMe = ({ view }: Seen, seat: number): boolean => view.viewer === seat
const nameOf = (seen: Seen, seat: number): string => (isMe(seen, seat) ? 'You' : (seen.players[seat]?.name ?? '?'))
const namesOf = (seen: Seen): string[] => seen.players.map((_, seat) => nameOf(seen, seat))

const picture = (name: string, colour?: DieColour): Pick<Explanation, 'picture'> => ({
  picture: { Piece: ROWS.Piece!, piece: { category: '', name, count: 1, title: '', ...(colour && { colour }) } },
})

/** What a row of the score sheet brings a player now, and why. */
function now(category: string, seat: number, seen: Seen): Pick<Explanation, 'facts' | 'then'> {
  const { view } = seen
  const points = view.preview?.[seat]?.[category]
  const why = view.reasons?.[seat]
  if (points === undefined) return {}
  return {
    facts: [{ what: `${nameOf(seen, seat)}, if the epoch ended now`, value: signed(points), ...toned(points) }],
    then: why ? [explainDice(category, points, why, namesOf(seen))] : [],
  }
}

/** What each face does, and by which rules. */
export const FACES: Readonly<Record<Face, { says: string; rules: string[] }>> = {
  Sun: {
    says: 'Locked: it is never rolled again. When the turn ends, one or two Suns move Ra as far, three score 3, four or five may declare a disaster.',
    rules: ['D6', 'D13'],
  },
  Pharaoh: { says: 'A step on the Pharaoh track. With at least one, Ankhs add a step each.', rules: ['D8'] },
  Nile: {
    says: 'A step on the Nile track; with at least one, Ankhs add a step each. Or three symbols, one of them a Nile, place a flood marker.',
    rules: ['D9'],
  },
  Civilization: {
    says: 'With two, three or four more symbols it places 1, 2 or 3 civilization markers, each on the colour of a die that shows Civilization. Ankhs count as symbols.',
    rules: ['D10'],
  },
  Monument: {
    says: 'Places a marker in the row of its colour, in any empty cell. Two more dice, Monuments or a Monument and an Ankh, place a further one.',
    rules: ['D11'],
  },
  Ankh: {
    says: 'Joins dice of another face, as one of them. Or two Ankhs score 2 points at once.',
    rules: ['D7', 'D12'],
  },
}

/** A die, as it lies there. */
/** What a face is, wherever it is read of. */
export const explainFace = (colour: DieColour, face: Face, words: Words): Explanation => ({
  name: `${upper(colour)} die: ${face}`,
  says: [FACES[face].says],
  rules: rulesAt(words, FACES[face].rules),
})

export function explainDie(
  colour: DieColour,
  again: boolean,
  idle: string | undefined,
  { view, words }: Seen,
): Explanation {
  const face = view.board.dice[colour]
  const name = `${upper(colour)} die`
  if (face === 'used' || face === 'rolling')
    return {
      name,
      says: [face === 'used' ? 'Used in this turn.' : 'It is being rolled.'],
      rules: rulesAt(words, ['D6']),
    }
  const { says, rules } = FACES[face]
  return {
    name: `${name}: ${face}`,
    says: [says],
    then: [
      ...(again ? [`It can be rolled again: choose it. ${upper(many(view.board.rerolls, 'roll'))} left.`] : []),
      ...(idle ? [idle] : []),
    ],
    rules: rulesAt(words, rules),
  }
}

/** Ra's track, and the Suns of this turn. */
export function explainSunTrack({ view, words }: Seen): Explanation {
  const { board } = view
  const left = board.sun_track - board.ra
  return {
    name: 'The Sun track',
    says: [
      'When a turn ends, one or two Suns move Ra as far. Three score 3 points at once, four or five may declare a disaster; then Ra stays.',
      `At the last space epoch ${EPOCHS[board.epoch - 1]} ends, when the Suns of that turn have acted.`,
    ],
    facts: [
      { what: 'Ra has to go', value: many(left, 'space') },
      { what: `This turn, ${many(board.suns.length, 'Sun')}`, value: meaningOf(board) },
    ],
    rules: rulesAt(words, ['D5', 'D13', 'D15']),
  }
}

export function explainEpoch({ view, words }: Seen): Explanation {
  return {
    name: `Epoch ${EPOCHS[view.board.epoch - 1]} of III`,
    says: [
      'When Ra is at the end of his track, the tracks and civilization markers score, and Ra begins anew. Monuments score after epoch III.',
    ],
    rules: rulesAt(words, ['D15', 'D20']),
  }
}

const ABOUT_TRACK: Record<string, { category: string; says: string[]; rules: string[] }> = {
  Pharaoh: {
    category: 'pharaohs',
    says: [
      'At the end of every epoch whoever is furthest scores +5, and whoever is last −2. Who is tied scores alike; where all are on one space, nobody scores.',
      'Then the furthest go 2 back, and the last 1 on.',
    ],
    rules: ['D8', 'D16'],
  },
  Nile: {
    category: 'nile',
    says: [
      'At the end of an epoch whoever has a flood marker scores the number of their space. Then all flood markers go; the places on the track stay.',
    ],
    rules: ['D9', 'D17'],
  },
}

/** A track as a whole: for who looks. */
export function explainTrack(name: string, seat: number, seen: Seen): Explanation {
  const about = ABOUT_TRACK[name]
  return {
    name: `${name} track`,
    says: about?.says ?? [],
    ...now(about?.category ?? '', seat, seen),
    rules: rulesAt(seen.words, about?.rules ?? []),
    ...picture(name),
  }
}

/** A marker on a track. */
export function explainPlace(name: string, seat: number, seen: Seen): Explanation {
  const about = ABOUT_TRACK[name]
  const { board } = seen.view
  const held = board.seats[seat]
  const space = name === 'Nile' ? held?.nile : held?.pharaoh
  return {
    name: `${nameOf(seen, seat)}: ${name} ${space ?? 0}`,
    says: name === 'Nile' ? [`${upper(many(held?.floods ?? 0, 'flood marker'))}.`] : [],
    ...now(about?.category ?? '', seat, seen),
    rules: rulesAt(seen.words, about?.rules ?? []),
  }
}

/** A space of a track that can be reached. */
export function explainSteps(name: string, steps: number, { words }: Seen): Explanation {
  return {
    name: `${name}: ${many(steps, 'step')}`,
    says: [`Takes ${many(steps, 'die', 'dice')}: ${name} dice first, then Ankhs. At least one must show ${name}.`],
    rules: rulesAt(words, [name === 'Nile' ? 'D9' : 'D8']),
  }
}

/** The water: flood markers, and what they are for. */
export function explainFlood(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  return {
    name: 'Flood markers',
    says: [
      'With a flood marker the Nile scores at the end of the epoch; then all flood markers go. Another one adds nothing but safety from a disaster.',
    ],
    facts: [
      { what: 'To place one', value: many(view.costs.flood, 'die', 'dice') },
      ...view.board.seats.map(({ floods }, other) => ({ what: nameOf(seen, other), value: String(floods) })),
    ],
    then: now('nile', seat, seen).then ?? [],
    rules: rulesAt(words, ['D9', 'D17']),
    ...picture('Flood'),
  }
}

/** The column of civilizations. */
export function explainCivilizations(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const { civilization } = view.costs
  return {
    name: 'Civilization',
    says: [
      'At the end of an epoch 3, 4 or 5 markers score 5, 10 or 15, and none at all costs 5. Then all go.',
      `${list(civilization.map(String), 'or')} dice place ${list(
        civilization.map((_, place) => String(place + 1)),
        'or',
      )} ${civilization.length === 1 ? 'marker' : 'markers'}. A colour has room for ${view.board.civilization_limit}, one of each player.`,
    ],
    ...now('civilization', seat, seen),
    rules: rulesAt(words, ['D3', 'D10', 'D18']),
    ...picture('Art'),
  }
}

/** A colour of the civilization area. */
export function explainCivilization(colour: DieColour, seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const owners = view.board.seats.flatMap(({ civilization }, other) => (civilization.includes(colour) ? [other] : []))
  const limit = view.board.civilization_limit
  return {
    name: `Civilization ${colour}`,
    says: [
      owners.length
        ? `${list(owners.map((other) => nameOf(seen, other)))} ${owners.length === 1 && nameOf(seen, owners[0] ?? 0) !== 'You' ? 'has' : 'have'} a marker here.`
        : 'Nobody has a marker here.',
      owners.length < limit
        ? `There is room for ${limit - owners.length} more. It takes the ${colour} die with Civilization.`
        : 'It is full.',
    ],
    ...now('civilization', seat, seen),
    rules: rulesAt(words, ['D3', 'D10', 'D18']),
    ...picture('Art', colour),
  }
}

/** How many markers a player has in a column. */
const inColumn = (column: string, seat: number, { view }: Seen): number =>
  COLOURS.filter((colour) => view.board.monuments[column]?.[colour] === seat).length

/** What a marker more in a column would lead to (D19). */
function leads(column: string, seat: number, seen: Seen): string[] {
  const count = inColumn(column, seat, seen)
  const columns = COLUMNS.filter((other) => inColumn(other, seat, seen)).length
  const who = nameOf(seen, seat)
  const have = who === 'You' ? 'You have' : `${who} has`
  return [
    `${have} ${count ? many(count, 'marker') : 'no marker'} in this column, and markers in ${many(columns, 'column')}.`,
    count >= 2 && count < COLOURS.length ? 'One more in this column: +5 after epoch III.' : '',
    count === 0 ? `A first one here: ${signed(columns < 6 ? 1 : columns === 6 ? 4 : 5)} after epoch III.` : '',
  ].filter(Boolean)
}

const MONUMENTS =
  'After epoch III columns with a marker score: up to six 1 each, seven 10, eight 15. Besides, 3, 4 or 5 markers in one column score 5, 10 or 15. Markers stay.'

/** A column of monuments. */
export function explainColumn(column: string, seat: number, seen: Seen): Explanation {
  return {
    name: column,
    says: [MONUMENTS],
    then: leads(column, seat, seen),
    rules: rulesAt(seen.words, ['D4', 'D11', 'D19']),
    ...picture(column),
  }
}

/** A cell of the monuments: whose it is, or what it would take. */
export function explainCell(column: string, colour: DieColour, seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const owner = view.board.monuments[column]?.[colour] ?? null
  return {
    name: `${column} ${colour}`,
    says: [
      owner === null
        ? `Empty: it takes the ${colour} die with a Monument for a first marker of the turn, and two dice more for each further one.`
        : `${nameOf(seen, owner)} ${nameOf(seen, owner) === 'You' ? 'have' : 'has'} it.`,
      'A cell holds one marker.',
    ],
    facts: owner === null ? [{ what: 'The next marker takes', value: many(view.costs.monument, 'die', 'dice') }] : [],
    then: leads(column, owner ?? seat, seen),
    rules: rulesAt(words, ['D4', 'D11', 'D19']),
    ...picture(column, colour),
  }
}

/** What somebody has, in points. */
export function explainPoints(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const points = view.points[seat] ?? null
  const sheet = view.preview?.[seat]
  const who = nameOf(seen, seat)
  return {
    name: points === null ? `${upper(words.points)}: face down` : `${who}: ${points} ${words.points}`,
    says: [
      points === null
        ? `At this table everyone sees only their own ${words.points} before the game ends.`
        : `With those of the start, of epochs that are over, and what was scored at once.`,
    ],
    facts: sheet ? [{ what: 'If the epoch ended now', value: signed(total(sheet)), ...toned(total(sheet)) }] : [],
    rules: rulesAt(words, ['D1', 'D21']),
  }
}

/** One of the numbers beside a name. */
export function explainHas(category: string, seat: number, seen: Seen): Explanation {
  const held = seen.view.board.seats[seat]
  const about: Record<string, [name: string, says: string, rule: string]> = {
    pharaohs: ['Pharaoh track', `On space ${held?.pharaoh ?? 0}.`, 'D16'],
    nile: ['Nile track', `On space ${held?.nile ?? 0}, with ${many(held?.floods ?? 0, 'flood marker')}.`, 'D17'],
    civilization: [
      'Civilization markers',
      held?.civilization.length ? `${upper(list(held.civilization))}.` : 'None.',
      'D18',
    ],
    monuments: ['Monument markers', held?.monuments.length ? `${list(held.monuments)}.` : 'None.', 'D19'],
  }
  const [name, says, rule] = about[category] ?? ['', '', '']
  return {
    name: `${nameOf(seen, seat)}: ${name}`,
    says: [says],
    ...now(category, seat, seen),
    rules: rulesAt(seen.words, [rule]),
  }
}

/** The words of what can be done, and what each means. */
export function explainMove(word: string, { view, words }: Seen): Explanation | null {
  const { board } = view
  const said = (name: string, says: string, rules: string[], facts: Fact[] = []): Explanation => ({
    name,
    says: [says],
    facts,
    rules: rulesAt(words, rules),
  })
  const [verb, what = ''] = word.split(' ')
  switch (verb) {
    case 'reroll':
      return said(
        'Roll again',
        'The chosen dice are rolled; without a choice, all that are not locked. New Suns are locked, too.',
        ['D6'],
        [{ what: 'Rolls left', value: String(board.rerolls) }],
      )
    case 'keep':
      return said('Keep all', 'Rolling is over; the dice are used as they lie.', ['D6', 'D7'])
    case 'end':
      return said('End turn', `Dice that were not used are lost. Then the Suns act: ${meaningOf(board)}.`, [
        'D7',
        'D13',
      ])
    case 'ankhs':
      return said('Two Ankhs', 'Two Ankhs score 2 points at once.', ['D12'])
    case 'undo':
      return said('Take back', 'Your last move is as if it had never been: nothing was revealed since.', [])
    case 'flood':
      return said('Flood', 'The marker is paid for so that this die is left over for something else.', ['D9'])
    case 'civilization':
      return said('Place markers', 'A marker on each colour that you have chosen.', ['D10'])
    case 'disaster':
      return said(what === 'none' ? 'No disaster' : `${upper(what)} disaster`, DISASTERS[what] ?? '', ['D14'])
    default:
      return null
  }
}

const DISASTERS: Record<string, string> = {
  pharaoh: 'All others move 2 back on the Pharaoh track.',
  nile: 'It costs all others a flood marker; the rules say who steps back on the Nile instead.',
  civilization: 'All others lose two civilization markers of their choice, or the only one.',
  monument: 'All others lose two monument markers of their choice, or the only one.',
  none: 'Nobody loses anything, and Ra stays.',
}
