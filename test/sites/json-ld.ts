/** What schema.org and search engines require of the JSON-LD of a document. */

type Data = Record<string, unknown>

/** The JSON-LD of a document; undefined for one that has none. */
export function dataOf(html: string): Data | undefined {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return json === undefined ? undefined : (JSON.parse(json) as Data)
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isAddress = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value) && value.startsWith('http')
const isDate = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isOptional = (test: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || test(value)
const isEach = (test: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(test)
const isOf = (type: string) => (value: unknown) => mistakesOf(value as Data, type).length === 0

/** Properties of a type: required ones, and how those are that may be there. Any other is a mistake. */
const TYPES: Record<string, Record<string, (value: unknown) => boolean>> = {
  WebSite: { name: isText, url: isAddress, inLanguage: isText, description: isOptional(isText) },
  TechArticle: {
    headline: isText,
    description: isOptional(isText),
    url: isAddress,
    mainEntityOfPage: isAddress,
    inLanguage: isText,
    image: isOptional(isEach(isAddress)),
    datePublished: isOptional(isDate),
    dateModified: isOptional(isDate),
    author: isOptional(isEach(isOf('Person'))),
    isPartOf: isOf('WebSite'),
  },
  Person: { name: isText, url: isOptional(isAddress) },
  // Google shows breadcrumbs of two entries and more.
  BreadcrumbList: {
    itemListElement: value =>
      isEach(isOf('ListItem'))(value) &&
      (value as Data[]).length >= 2 &&
      (value as Data[]).every(({ position }, index) => position === index + 1),
  },
  ListItem: { position: Number.isInteger, name: isText, item: isAddress },
}

function mistakesOf(data: Data, wanted = String(data['@type'])): string[] {
  const { '@type': type, '@context': _, ...given } = data
  const known = TYPES[wanted]
  if (type !== wanted || !known) return [`is \`${String(type)}\``]
  const wrong = Object.keys(known).filter(name => !known[name]?.(given[name]))
  const unknown = Object.keys(given).filter(name => !known[name])
  return [...wrong, ...unknown].map(name => `${wanted}.${name}: ${JSON.stringify(given[name])}`)
}

/** What is wrong with the JSON-LD of a document; nothing with one that has none. */
export function mistakesIn(html: string): string[] {
  const data = dataOf(html)
  if (!data) return []
  const nodes = (data['@graph'] as Data[] | undefined) ?? [data]
  const context = data['@context'] === 'https://schema.org' ? [] : ['@context']
  return [...context, ...nodes.flatMap(node => mistakesOf(node))]
}
