/** The active option of the listbox. */
export interface Selection {
  replace(options: HTMLAnchorElement[]): void
  /** Moves by so many options, around the ends; `first` and `last` jump. */
  move(to: number | 'first' | 'last'): void
  /** Makes the option under the pointer the active one. */
  point(target: EventTarget | null): void
  /** Opens the active option: in this tab, or in a new one where a key asks for it. */
  open(event: KeyboardEvent): void
  isEmpty(): boolean
}

/** Keeps which option is active: the first of new results, then what keys and pointer make of it. */
export function createSelection(input: HTMLInputElement, list: HTMLElement): Selection {
  let options: HTMLAnchorElement[] = []
  let active = -1
  const activate = (index: number, scroll: boolean): void => {
    options[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = options[index]
    option?.setAttribute('aria-selected', 'true')
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
    if (scroll) option?.scrollIntoView({ block: 'nearest' })
  }
  return {
    replace(next) {
      options = next
      active = -1
      input.setAttribute('aria-expanded', String(next.length > 0))
      list.scrollTop = 0
      activate(next.length > 0 ? 0 : -1, false)
    },
    move(to) {
      const last = options.length - 1
      if (to === 'first' || to === 'last') activate(to === 'first' ? 0 : last, true)
      else activate((active + to + options.length) % options.length, true)
    },
    point(target) {
      const option = target instanceof Element ? target.closest<HTMLAnchorElement>('a[role="option"]') : null
      const index = option ? options.indexOf(option) : -1
      if (index >= 0 && index !== active) activate(index, false)
    },
    open({ ctrlKey, metaKey, shiftKey }) {
      const option = options[active]
      if (ctrlKey || metaKey || shiftKey) window.open(option?.href, '_blank', 'noopener')
      else option?.click()
    },
    isEmpty: () => options.length === 0,
  }
}

/** Moves and opens by keys while there are options; an input method's keys are its own. */
export function followKey(event: KeyboardEvent, selection: Selection): void {
  // 229: the key belongs to an input method, which some browsers say only so.
  if (event.isComposing || event.keyCode === 229 || selection.isEmpty() || event.altKey) return
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey
  if (event.key === 'Enter') selection.open(event)
  else if (isModified) return
  else if (event.key === 'ArrowDown') selection.move(1)
  else if (event.key === 'ArrowUp') selection.move(-1)
  else if (event.key === 'Home') selection.move('first')
  else if (event.key === 'End') selection.move('last')
  else return
  event.preventDefault()
}
