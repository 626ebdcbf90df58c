// What the catalogue says of a game. The usual game is its first.

import type { Catalogue, EditionLine, GameLine } from './protocol'

/** A game by its name; the usual one where none is named. */
export function gameIn(catalogue: Catalogue | null, game: string | null): GameLine | undefined {
  return game === null ? catalogue?.games[0] : catalogue?.games.find((one) => one.name === game)
}

export const editionIn = (game: GameLine | undefined, edition: string | undefined): EditionLine | undefined =>
  game?.editions.find((one) => one.name === edition)

/** A game and its edition, as their boxes call them. */
export function titleOf(game: GameLine | undefined, edition: string): string {
  const printing = (game?.editions.length ?? 0) > 1 ? editionIn(game, edition) : undefined
  return [game?.title, printing?.title].filter(Boolean).join(' · ')
}

/** How few and how many can play some games, whichever of their boxes they have. */
export function seatsFor(games: GameLine[]): { fewest: number; most: number } {
  const editions = games.flatMap((game) => game.editions)
  return {
    fewest: Math.min(...editions.map((one) => one.fewest_players)),
    most: Math.max(...editions.map((one) => one.most_players)),
  }
}
