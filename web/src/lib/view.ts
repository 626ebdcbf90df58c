// Names for parts of the protocol that have none there.

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>

export const total = (sheet: Sheet): number => Object.values(sheet).reduce((sum, points) => sum + points, 0)
