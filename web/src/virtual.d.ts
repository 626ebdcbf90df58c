declare module 'virtual:news' {
  const news: { title: string; says: string }[]
  export default news
}
