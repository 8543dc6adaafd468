import { existsSync } from 'node:fs'
import { parsePage } from '../../src/content/parse.ts'
import { scanContent } from '../../src/content/scan.ts'
import { configSchema } from '../../src/schema/config.ts'
import type { ParsedPage } from '../../src/schema/page.ts'
import { createParseOptions } from '../../src/site/parse-options.ts'
import { stringsFor } from '../strings-for.ts'

/** Folder of the corpus; tests skip where it is absent. */
const corpus = new URL('../../../shared/corpus/vue-test-utils/', import.meta.url).pathname
export const isCorpusThere = existsSync(corpus)

export const LANGS: Record<string, string> = {
  en: 'en-US',
  zh: 'zh-CN',
  ja: 'ja',
  ru: 'ru',
  fr: 'fr',
  pt: 'pt',
}

const localePath = (code: string): string => (code === 'en' ? '/' : `/${code}/`)

/** The parsed pages of the corpus by locale code, in order. */
export async function parseCorpus(): Promise<Map<string, ParsedPage[]>> {
  const locales = Object.fromEntries(
    Object.entries(LANGS).map(([code, lang]) => [localePath(code), { lang }]),
  )
  const config = configSchema.parse({ contentDir: 'docs', locales, markdown: { slugs: 'vuepress' } })
  const { files } = await scanContent({ root: corpus, config })
  const options = createParseOptions(config, stringsFor)
  const pages = files.map(file => parsePage(file, options))
  return new Map(
    Object.keys(LANGS).map(code => [code, pages.filter(page => page.locale === localePath(code))]),
  )
}
