// Names for parts of the protocol that have none there.

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>
