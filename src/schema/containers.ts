import type { TextName } from './strings.ts'

interface KindOfContainer {
  /** A box with a title, a box that opens, a `div`, or a `div` with the class `slot`. */
  form: 'box' | 'details' | 'plain' | 'slot'
  title?: TextName
  /** Title as a GitHub alert (`> [!NOTE]`). */
  alert?: TextName
}

/** Block containers (`::: name`); `src/README.md` says how to add one. */
export const CONTAINERS = {
  tip: { form: 'box', title: 'containerTip', alert: 'alertTip' },
  info: { form: 'box', title: 'containerInfo', alert: 'containerInfo' },
  warning: { form: 'box', title: 'containerWarning', alert: 'alertWarning' },
  danger: { form: 'box', title: 'containerDanger', alert: 'containerDanger' },
  note: { form: 'box', title: 'alertNote', alert: 'alertNote' },
  important: { form: 'box', title: 'alertImportant', alert: 'alertImportant' },
  caution: { form: 'box', title: 'alertCaution', alert: 'alertCaution' },
  details: { form: 'details', title: 'containerDetails' },
  'v-pre': { form: 'plain' },
  slot: { form: 'slot' },
} as const satisfies Record<string, KindOfContainer>

export type ContainerKind = keyof typeof CONTAINERS

export const CONTAINER_KINDS = Object.keys(CONTAINERS) as [ContainerKind, ...ContainerKind[]]

/** Fences as tabs: sites can't give it other names. */
export const CODE_GROUP = 'code-group'

/** Titles of alerts by name: GitHub's and VitePress's. */
export const ALERTS: ReadonlyMap<string, TextName> = new Map(
  Object.entries<KindOfContainer>(CONTAINERS).flatMap(([name, { alert }]) => (alert ? [[name, alert]] : [])),
)
