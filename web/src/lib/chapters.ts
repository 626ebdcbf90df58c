// Where epochs and auctions begin in a replay, read from the views themselves.

import type { View } from './protocol'

export interface Chapter {
  place: number
  kind: 'epoch' | 'auction'
}

function begins(view: View, before: View): boolean {
  if (view.game !== 'ra' || before.game !== 'ra' || !view.board.auction) return false
  return view.board.auction.ra_player !== before.board.auction?.ra_player
}

export function chapters(views: View[]): Chapter[] {
  const found: Chapter[] = []
  views.forEach((view, place) => {
    const before = views[place - 1]
    if (!before || view.board.epoch !== before.board.epoch || (view.result && !before.result)) found.push({ place, kind: 'epoch' })
    else if (begins(view, before)) found.push({ place, kind: 'auction' })
  })
  return found
}
