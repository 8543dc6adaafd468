/** How ids of headings are made: as GitHub does, as VuePress up to 1.5.3, or as VuePress from 1.5.4 on. */
export const SLUGS = ['github', 'vuepress', 'vuepress-nfkd'] as const
export type Slugs = (typeof SLUGS)[number]
