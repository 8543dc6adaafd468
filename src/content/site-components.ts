import path from 'node:path'
import * as z from 'zod'
import { BUILT_IN } from './components/built-in.ts'
import type { Component, Tools } from './components/component.ts'
import { FOREIGN_ELEMENTS } from './elements.ts'
import { describeThrown, readThrown } from '../lib/site-code.ts'
import { element, scanTags, type Tag } from '../lib/html.ts'
import { type Plugin, type PluginSource, originOf, findNoJson, runPageHook } from '../plugins/run.ts'
import type { SiteConfig } from '../schema/config.ts'
import { CODE_GROUP, CONTAINER_KINDS } from '../schema/containers.ts'
import type { Finding } from '../schema/finding.ts'
import {
  CHILDREN,
  type IslandData,
  islandPart,
  OWN_COMPONENTS,
  type SiteComponent,
} from '../schema/plugin.ts'

/** `ReleaseNote` → `release-note`, `APITable` → `api-table`. */
export function directiveName(name: string) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** The site's components as threads receive them. `root`: absolute folder of the site. */
export function componentSource(
  { code, map, hash }: Pick<PluginSource, 'code' | 'map' | 'hash'>,
  root: string,
): PluginSource {
  const file = path.join(root, 'templates', 'markdown')
  return { name: OWN_COMPONENTS, options: {}, hash, code, map, file, root }
}

/** Names that mean something else already. `files`: by name. */
export function nameCollisions(
  files: Readonly<Record<string, string>>,
  plugins: readonly Plugin[],
  { markdown }: Pick<SiteConfig, 'markdown'>,
): Finding[] {
  const claimed = new Map<string, string>()
  // Names of elements ignore capital letters and hyphens.
  const keyOf = (name: string) => name.replaceAll('-', '').toLowerCase()
  const claim = (names: readonly string[], by: string) => names.forEach(name => claimed.set(keyOf(name), by))
  claim(Object.keys(markdown.containers), 'a container in `markdown.containers`')
  for (const { source, markdown: hooks } of plugins)
    claim(Object.keys(hooks.components ?? {}), `a component of the plugin \`${source.name}\``)
  claim([...CONTAINER_KINDS, CODE_GROUP], 'a built-in container')
  claim(Object.keys(FOREIGN_ELEMENTS), 'a known HTML element')
  for (const { name } of BUILT_IN) claim([name], 'a built-in component')
  return Object.entries(files).flatMap(([name, file]): Finding[] => {
    const by = claimed.get(keyOf(name))
    claim([name], `\`${file}\``)
    if (by === undefined) return []
    const message = `\`:${directiveName(name)}\` and \`<${name}>\` are already used by ${by}.`
    const place = { file, line: 1, column: 1 }
    return [{ rule: 'templates/component', severity: 'error', message, hint: 'Rename the file.', place }]
  })
}

export function siteComponents(plugins: readonly Plugin[]): Component[] {
  return plugins.flatMap(({ source, own = {} }, index) =>
    Object.entries(own).map(([name, component]) => siteComponent(name, component, source, index)),
  )
}

function siteComponent(name: string, own: SiteComponent, source: PluginSource, index: number): Component {
  const { props = z.object({}), client, render } = own
  const isIsland = client !== undefined
  return {
    name: directiveName(name),
    kinds: ['inline', 'block', 'container'],
    props,
    isText: true,
    says: true,
    parts: isIsland ? ['islands', islandPart(name)] : [],
    ...('label' in props.shape && { label: 'label' }),
    render(given, children, tools) {
      const { lang, number, kind, html, report } = tools
      const wrap = kind === 'inline' ? 'span' : 'div'
      const id = `${directiveName(name)}-${number}`
      const slot = children.length > 0 ? wrap : undefined
      const failed = (error: unknown) => failure(name, source, tools.file, error)
      const made = runPageHook(index, () => render(given, { lang, id, children: slot }), failed)
      review(made, name, isIsland, tools)
      const [before = '', ...after] = made.split(CHILDREN)
      tools.say([before, ...after].join(' '))
      const part = (code: string) => {
        const taken = tools.takeAddresses(code, isIsland)
        return code === '' ? [] : [html(isIsland ? code : taken)]
      }
      const isShown = slot !== undefined && after.length > 0
      const content = [...part(before), ...(isShown ? children : []), ...part(after.join(''))]
      if (!isIsland) return [tools.group(content)]
      const data: IslandData = { name, id, props: { lang, ...given } }
      const lost = findNoJson(data.props)
      if (lost !== undefined)
        report({
          rule: RULE,
          message: `\`props${lost}\` of the island \`<${name}>\` can't be represented in JSON, so it can't be passed to the browser.`,
          hint: '`props` may only contain strings, numbers, booleans, and arrays or objects of them.',
        })
      // Children that the island doesn't show yet.
      const unseen =
        slot && !isShown ? [html('<template data-children>'), ...children, html('</template>')] : []
      return [element(wrap, { dataIsland: JSON.stringify(data) }, [...content, ...unseen])]
    },
  }
}

function failure(name: string, source: PluginSource, file: string, error: unknown): Finding {
  const { reason, stack } = readThrown(error)
  const { message, hint } = describeThrown(reason)
  const place = originOf(source, stack)
  return {
    rule: 'templates/failed',
    severity: 'error',
    message: `The component \`<${name}>\` failed on \`${file}\`: ${message}`,
    ...(place && !place.file.startsWith('../') && { place }),
    ...(hint !== undefined && { hint }),
  }
}

const RULE = 'markdown/component-html'
const BLOCKS =
  /^(?:address|article|aside|blockquote|details|dialog|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|main|menu|nav|ol|p|pre|search|section|table|ul)$/
/** An address that isn't a whole path. */
const RELATIVE = /^(?![/#]|[a-z][a-z0-9+.-]*:)./i

function review(html: string, name: string, isIsland: boolean, { kind, report, noteUses }: Tools) {
  const warn = (message: string, hint: string) =>
    report({ rule: RULE, message: `\`<${name}>\` ${message}`, hint })
  noteUses(`the component \`<${name}>\``, html)
  const tags = scanTags(html)
  const block = kind === 'inline' ? tags.find(tag => BLOCKS.test(tag.name)) : undefined
  if (block)
    warn(
      `is used inline, but returns a block element, \`<${block.name}>\`.`,
      `Write it as a block (\`::${directiveName(name)}\`), or return a \`<span>\` from the component.`,
    )
  // The script of an island creates the same HTML again.
  const isRelative = ({ name: attribute, value }: Tag['attributes'][number]) =>
    /^(?:href|src|srcset|poster)$/.test(attribute) && RELATIVE.test(value)
  const relative = isIsland && tags.flatMap(tag => tag.attributes).find(isRelative)
  if (relative)
    warn(
      `is an island, so docsgen can't rewrite \`${relative.value}\`; the browser resolves it relative to the current page.`,
      'Use the full path, including the base of the site.',
    )
  if (html.split(CHILDREN).length > 2)
    warn(
      'renders its children more than once, but they can only appear once on the page.',
      'Use `{children}` only once.',
    )
}
