import type { Importer } from './common/importer.ts'

/** Generators whose sites can be taken over, by the word behind `--from`; each is loaded when it is wanted. */
export const IMPORTERS: Readonly<Record<string, () => Promise<Importer>>> = {
  docusaurus: async () => (await import('./docusaurus/docusaurus.ts')).readDocusaurus,
  starlight: async () => (await import('./starlight/starlight.ts')).readStarlight,
  vitepress: async () => (await import('./vitepress/vitepress.ts')).readVitepress,
  vuepress1: async () => (await import('./vuepress/vuepress.ts')).readVuepress,
}
