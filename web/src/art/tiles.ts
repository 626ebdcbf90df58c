// The kinds of tiles (R1) as they are drawn: category, silhouette, corner mark.

export type Category = 'ra' | 'god' | 'gold' | 'pharaoh' | 'nile' | 'flood' | 'civilization' | 'monument' | 'disaster'

export interface Kind {
  name: string
  category: Category
  /**
   * For its corner: how its name begins. Where others begin like it, the letter that tells it apart follows; an
   * exclamation mark follows for a disaster.
   */
  mark: string
  /** Its silhouette in art.svg: what it is, or what it destroys. */
  art: string
  /** What it does, in a sentence. */
  says: string
}

const civilization =
  'Civilization: 3, 4 or 5 different score 5, 10 or 15 at the end of the epoch; none costs 5. Then they leave.'
const monument = 'Monument: scored after epoch 3, for different ones and for three or more of a kind. Stays.'

const LIST: Kind[] = [
  {
    name: 'Ra',
    category: 'ra',
    mark: 'Ra',
    art: 'ra',
    says: 'Starts an auction. When the last space fills, the epoch ends at once.',
  },
  {
    name: 'God',
    category: 'god',
    mark: 'Gd',
    art: 'god',
    says: '2 at the end of the epoch, or spend it to take a tile from the auction track.',
  },
  { name: 'Gold', category: 'gold', mark: 'Gl', art: 'gold', says: '3 at the end of the epoch, then it leaves.' },
  {
    name: 'Pharaoh',
    category: 'pharaoh',
    mark: 'Ph',
    art: 'pharaoh',
    says: 'Most +5, fewest −2, every epoch. Stays.',
  },
  {
    name: 'Nile',
    category: 'nile',
    mark: 'N',
    art: 'nile',
    says: '1 each in an epoch with a Flood, otherwise nothing. Stays.',
  },
  {
    name: 'Flood',
    category: 'flood',
    mark: 'Fl',
    art: 'flood',
    says: '1 each, and lets your Niles score. Leaves after the epoch.',
  },
  { name: 'Art', category: 'civilization', mark: 'Ar', art: 'art', says: civilization },
  { name: 'Agriculture', category: 'civilization', mark: 'Ag', art: 'agriculture', says: civilization },
  { name: 'Religion', category: 'civilization', mark: 'Re', art: 'religion', says: civilization },
  { name: 'Astronomy', category: 'civilization', mark: 'As', art: 'astronomy', says: civilization },
  { name: 'Writing', category: 'civilization', mark: 'W', art: 'writing', says: civilization },
  { name: 'Fortress', category: 'monument', mark: 'Fo', art: 'fortress', says: monument },
  { name: 'Obelisk', category: 'monument', mark: 'O', art: 'obelisk', says: monument },
  { name: 'Palace', category: 'monument', mark: 'Pa', art: 'palace', says: monument },
  { name: 'Pyramid', category: 'monument', mark: 'Py', art: 'pyramid', says: monument },
  { name: 'Sphinx', category: 'monument', mark: 'Sp', art: 'sphinx', says: monument },
  { name: 'Statues', category: 'monument', mark: 'Sa', art: 'statues', says: monument },
  { name: 'Step Pyramid', category: 'monument', mark: 'Se', art: 'step-pyramid', says: monument },
  { name: 'Temple', category: 'monument', mark: 'T', art: 'temple', says: monument },
  {
    name: 'Funeral',
    category: 'disaster',
    mark: 'F!',
    art: 'pharaoh',
    says: 'Whoever takes it loses two Pharaohs.',
  },
  {
    name: 'Drought',
    category: 'disaster',
    mark: 'D!',
    art: 'nile',
    says: 'Whoever takes it loses two Floods, or Niles where Floods run out.',
  },
  {
    name: 'Unrest',
    category: 'disaster',
    mark: 'U!',
    art: 'art',
    says: 'Whoever takes it loses two civilizations of their choice.',
  },
  {
    name: 'Earthquake',
    category: 'disaster',
    mark: 'E!',
    art: 'temple',
    says: 'Whoever takes it loses two monuments of their choice.',
  },
]

export const KINDS: ReadonlyMap<string, Kind> = new Map(LIST.map((kind) => [kind.name, kind]))

/** The whole tile in art.svg: one for a kind, so that a tile that is won looks as it did where it lay. */
export function drawingOf(kind: string): string {
  const drawn = KINDS.get(kind)
  // A disaster has the silhouette of what it destroys.
  return drawn?.category === 'disaster' ? `tile-${kind.toLowerCase()}` : `tile-${drawn?.art ?? 'gold'}`
}

/** What stands in the corner of a small tile. An edition that has another name for it marks it with that. */
export function markOf(kind: string, name = kind): string {
  const drawn = KINDS.get(kind)
  if (name === kind) return drawn?.mark ?? ''
  return drawn?.category === 'disaster' ? `${name.charAt(0)}!` : name.slice(0, 2)
}

/** A player's tiles in the rulebook's rows, each kind at a place of its own so that the eye learns it. */
export const ROWS: readonly { name: string; kinds: readonly string[] }[] = [
  { name: 'Gods, gold, Pharaohs, river', kinds: ['God', 'Gold', 'Pharaoh', 'Nile', 'Flood'] },
  { name: 'Civilizations', kinds: ['Art', 'Agriculture', 'Religion', 'Astronomy', 'Writing'] },
  {
    name: 'Monuments',
    kinds: ['Fortress', 'Obelisk', 'Palace', 'Pyramid', 'Sphinx', 'Statues', 'Step Pyramid', 'Temple'],
  },
]
