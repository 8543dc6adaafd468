import type { Importer } from './common/importer.ts'
import { readDocusaurus } from './docusaurus/docusaurus.ts'
import { readStarlight } from './starlight/starlight.ts'
import { readVitepress } from './vitepress/vitepress.ts'
import { readVuepress } from './vuepress/vuepress.ts'

/** Generators whose sites can be migrated, by the word after `--from`. */
export const IMPORTERS: Readonly<Record<string, Importer>> = {
  docusaurus: readDocusaurus,
  starlight: readStarlight,
  vitepress: readVitepress,
  vuepress1: readVuepress,
}
