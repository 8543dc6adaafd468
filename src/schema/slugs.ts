/** How ids of headings are made: as GitHub does, as VuePress up to 1.5.3, as VuePress from 1.5.4 on, or as VitePress. */
export const SLUGS = ['github', 'vuepress', 'vuepress-nfkd', 'vitepress'] as const
export type Slugs = (typeof SLUGS)[number]

/** VuePress 1 knew no `{#id}` and had it in the text of the heading (B71). */
export function knowsCustomIds(slugs: Slugs): boolean {
  return slugs === 'github' || slugs === 'vitepress'
}
