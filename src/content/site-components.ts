import path from 'node:path'
import type { ElementContent } from 'hast'
import * as z from 'zod'
import { BUILT_IN } from './components/built-in.ts'
import type { Component, Render, Tools } from './components/component.ts'
import { htmlText } from './text.ts'
import { FOREIGN_ELEMENTS } from './elements.ts'
import { describeThrown, readThrown } from '../lib/errors.ts'
import { element, scanTags } from '../lib/html.ts'
import type { Plugin, PluginSource } from '../plugins/run.ts'
import { originOf, PluginFailure, findNoJson, runPageHook } from '../plugins/run.ts'
import type { SiteConfig } from '../schema/config.ts'
import { CODE_GROUP, CONTAINER_KINDS } from '../schema/containers.ts'
import type { Finding } from '../schema/finding.ts'
import {
  CHILDREN,
  type IslandData,
  islandPart,
  OWN_COMPONENTS,
  type SiteComponent,
} from '../schema/site-components.ts'

/** The name of a directive for a component's file: `ReleaseNote` → `release-note`, `APITable` → `api-table`. */
export function directiveName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** The site's own components as threads are handed them. `root`: absolute folder of the site. */
export function componentSource(
  { code, map, hash }: Pick<PluginSource, 'code' | 'map' | 'hash'>,
  root: string,
): PluginSource {
  const file = path.join(root, 'templates', 'markdown')
  return { name: OWN_COMPONENTS, options: {}, hash, code, map, file, root }
}

/** Components of the site whose names mean something else already, each at its file. `files`: by name. */
export function nameCollisions(
  files: Readonly<Record<string, string>>,
  plugins: readonly Plugin[],
  { markdown }: Pick<SiteConfig, 'markdown'>,
): Finding[] {
  const claimed = new Map<string, string>()
  const claim = (name: string, by: string) => claimed.set(keyOf(name), by)
  for (const name of Object.keys(markdown.containers)) claim(name, 'a container of `markdown.containers`')
  for (const { source, markdown: hooks } of plugins)
    for (const name of Object.keys(hooks.components ?? {}))
      claim(name, `a component of the plugin \`${source.name}\``)
  for (const name of [...CONTAINER_KINDS, CODE_GROUP]) claim(name, 'a container of docsgen')
  for (const name of Object.keys(FOREIGN_ELEMENTS)) claim(name, 'an element that docsgen knows')
  for (const { name } of BUILT_IN) claim(name, 'a component of docsgen')
  return Object.entries(files).flatMap(([name, file]): Finding[] => {
    const by = claimed.get(keyOf(name))
    claim(name, `\`${file}\``)
    if (by === undefined) return []
    const written = `\`:${directiveName(name)}\` and \`<${name}>\``
    return [
      {
        rule: 'templates/component',
        severity: 'error',
        place: { file, line: 1, column: 1 },
        message: `${written} are the name of ${by} already.`,
        hint: 'Give the file another name.',
      },
    ]
  })
}

/** Elements are told apart without capital letters and hyphens. */
function keyOf(name: string): string {
  return name.replaceAll('-', '').toLowerCase()
}

/** Elements that end a paragraph where they begin. */
const BLOCKS =
  /^(?:address|article|aside|blockquote|details|dialog|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|main|menu|nav|ol|p|pre|search|section|table|ul)$/

/** What the policy of a site blocks in HTML. */
const BLOCKED = /^(?:style$|on|srcdoc$)/

/** Attributes that hold an address, and one that is no whole path. */
const ADDRESS = /^(?:href|src|srcset|poster)$/
const RELATIVE = /^(?![/#]|[a-z][a-z0-9+.-]*:)./i

/** The components of `templates/markdown/`, where these plugins have them among them. */
export function siteComponents(plugins: readonly Plugin[]): Component[] {
  return plugins.flatMap(({ source, own = {} }, index) =>
    Object.entries(own).map(([name, component]): Component => {
      const { props = z.object({}), client } = component
      return {
        name: directiveName(name),
        about: '',
        kinds: ['inline', 'block', 'container'],
        props,
        isText: true,
        says: true,
        parts: client === undefined ? [] : ['islands', islandPart(name)],
        ...('label' in props.shape ? { label: 'label' } : {}),
        render: renderWith(component, { name, source, index }),
      }
    }),
  )
}

interface Named {
  name: string
  source: PluginSource
  /** Of the components among the plugins. */
  index: number
}

/** Where a component stands, which decides the elements around an island and its children. */
type Wrap = 'div' | 'span'

function renderWith(component: SiteComponent, named: Named): Render<object> {
  return (given, children, tools) => {
    const { lang, number, kind } = tools
    const wrap = kind === 'inline' ? 'span' : 'div'
    const id = `${directiveName(named.name)}-${number}`
    const props = given as Record<string, unknown>
    const slot = children.length > 0 ? wrap : undefined
    const html = runComponent(named, tools, () => component.render(props, { lang, id, children: slot }))
    review(html, named, tools)
    const [before = '', ...after] = html.split(CHILDREN)
    if (after.length > 1) tools.report(repeated(named))
    tools.say(htmlText([before, ...after].join(' ')))
    const take = component.client === undefined ? tools.takeAddresses : keepAddresses(named, tools)
    const content = parts(take(before), slot && after.length > 0 ? children : [], take(after.join('')), tools)
    if (component.client === undefined) return [tools.group(content)]
    const unseen = slot && after.length === 0 ? children : []
    return island({ name: named.name, id, props: { lang, ...props } }, { wrap, content, unseen }, tools)
  }
}

/** An island's HTML stays as its script makes it again: its addresses are checked, and put nowhere else. */
function keepAddresses({ name }: Named, { takeAddresses, report }: Tools): (html: string) => string {
  return html => {
    takeAddresses(html, true)
    const attributes = scanTags(html).flatMap(tag => tag.attributes)
    const relative = attributes.find(given => ADDRESS.test(given.name) && RELATIVE.test(given.value))
    if (relative)
      report({
        rule: 'markdown/component-html',
        message: `\`${relative.value}\` stays as it is written, because \`<${name}>\` is an island; browsers look for it from each page anew.`,
        hint: 'Write the whole path, from `/` on, with the base of the site.',
      })
    return html
  }
}

/** HTML in two parts with nodes between. */
function parts(
  before: string,
  between: readonly ElementContent[],
  after: string,
  { html }: Tools,
): ElementContent[] {
  return [...(before ? [html(before)] : []), ...between, ...(after ? [html(after)] : [])]
}

interface IslandContent {
  wrap: Wrap
  content: ElementContent[]
  /** Children that the component does not show yet. */
  unseen: ElementContent[]
}

function island(data: IslandData, { wrap, content, unseen }: IslandContent, tools: Tools): ElementContent[] {
  const lost = findNoJson(data.props)
  if (lost !== undefined)
    tools.report({
      rule: 'markdown/component-html',
      message: `\`props${lost}\` of the island \`<${data.name}>\` cannot be handed to the browser, which JSON could not say.`,
      hint: 'Let `props` give texts, numbers, truth values, lists and objects of them.',
    })
  const template =
    unseen.length > 0 ? [tools.html('<template data-children>'), ...unseen, tools.html('</template>')] : []
  return [element(wrap, { dataIsland: JSON.stringify(data) }, [...content, ...template])]
}

/** Renders; what the component throws is a failure at its own place. */
function runComponent({ name, source, index }: Named, { file }: Tools, render: () => string): string {
  try {
    return runPageHook(index, 'markdown.components', render)
  } catch (error) {
    const { reason, stack } = readThrown(error)
    const { message, hint } = describeThrown(reason)
    const place = originOf(source, stack)
    throw new PluginFailure({
      rule: 'templates/failed',
      severity: 'error',
      message: `The component \`<${name}>\` failed on \`${file}\`: ${message}`,
      ...(place && !place.file.startsWith('../') ? { place } : {}),
      ...(hint === undefined ? {} : { hint }),
    })
  }
}

/** What browsers would make of the HTML otherwise than the component means it. */
function review(html: string, { name }: Named, { kind, report }: Tools): void {
  const tags = scanTags(html)
  const block = kind === 'inline' ? tags.find(tag => BLOCKS.test(tag.name)) : undefined
  const rule = 'markdown/component-html'
  if (block)
    report({
      rule,
      message: `\`<${name}>\` stands in a line of text, which ends where its \`<${block.name}>\` begins.`,
      hint: `Write it as a block (\`::${directiveName(name)}\`), or let it make a \`<span>\`.`,
    })
  const attributes = tags.flatMap(tag => tag.attributes.map(attribute => attribute.name))
  const names = new Set([
    ...attributes.filter(attribute => BLOCKED.test(attribute)).map(attribute => `\`${attribute}\``),
    ...tags.filter(tag => /^(?:script|style)$/.test(tag.name)).map(tag => `\`<${tag.name}>\``),
  ])
  if (names.size > 0)
    report({
      rule,
      message: `\`<${name}>\` makes ${[...names].join(' and ')}, which the site's policy blocks.`,
      hint: 'Give the element a class with rules in `templates/styles/site.css`, and an island its script as code.',
    })
}

function repeated({ name }: Named) {
  const message = `\`<${name}>\` shows its children more than once; readers see them once.`
  return { rule: 'markdown/component-html', message, hint: 'Write `{children}` in one place.' }
}
