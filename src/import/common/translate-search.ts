import type { UserConfig } from '../../schema/config.ts'
import { list, text, type Values } from './values.ts'

/** The service that a site was searched by; undefined where its settings are not whole. */
export function translateDocsearch(
  settings: Values,
  facetFilters: unknown,
): NonNullable<UserConfig['theme']>['search'] {
  const [key, indexName, appId] = [
    text(settings['apiKey']),
    text(settings['indexName']),
    text(settings['appId']),
  ]
  if (!key || !indexName) return undefined
  const filters = list(facetFilters).filter(filter => typeof filter === 'string')
  return {
    provider: 'docsearch',
    key,
    indexName,
    ...(appId ? { appId } : {}),
    // The filter of the language is added anyway (B189).
    ...(filters.length > 0 ? { facetFilters: filters.filter(filter => !filter.startsWith('lang:')) } : {}),
  }
}
