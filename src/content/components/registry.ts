import { badge } from './badge.ts'
import { card, cards, linkCard } from './cards.ts'
import { column, columns } from './columns.ts'
import { fileTree } from './file-tree.ts'
import { figure } from './figure.ts'
import { icon } from './icon.ts'
import { kbd } from './kbd.ts'
import { steps } from './steps.ts'
import { tab, tabs } from './tabs.ts'
import { video } from './video.ts'
import type { Component, ComponentKind } from './component.ts'

/** The components that a page may use, by name. */
export type Components = ReadonlyMap<string, Component>

/** Those that come with docsgen. */
export const BUILT_IN: readonly Component[] = [
  badge,
  icon,
  kbd,
  tabs,
  tab,
  steps,
  cards,
  card,
  linkCard,
  fileTree,
  figure,
  video,
  columns,
  column,
]

/** A registry of components. */
export function createRegistry(components: readonly Component[]): Components {
  return new Map(components.map(component => [component.name, component]))
}

/** Names of the components that may be written in a way. */
export function namesOf(components: Components, kind: ComponentKind): Set<string> {
  return new Set([...components.values()].filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name))
}
