// Apart from the lesson, which is fetched by those who learn.

export const TITLE = 'Learn Ra in five minutes'
