import type { Importer } from './common/taken-over.ts'

/** Generators whose sites can be taken over, by the word behind `--from`; each is loaded when it is wanted. */
export const IMPORTERS: Readonly<Record<string, () => Promise<Importer>>> = {
  docusaurus: async () => (await import('./docusaurus/read-docusaurus.ts')).readDocusaurus,
  starlight: async () => (await import('./starlight/read-starlight.ts')).readStarlight,
  vitepress: async () => (await import('./vitepress/read-vitepress.ts')).readVitepress,
  vuepress1: async () => (await import('./vuepress/read-vuepress.ts')).readVuepress,
}
