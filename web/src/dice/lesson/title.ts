// Apart from the lesson, which is fetched by those who learn.

export const TITLE = 'Learn the dice game in three minutes'
