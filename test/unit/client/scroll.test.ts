// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { elementOfHash, idOfHash, moveFocus, scrollToTarget } from '../../../src/client/scroll.ts'

describe('C-9: a hash', () => {
  test.each([
    ['#1-foo', '1-foo'],
    ['#a:b', 'a:b'],
    ['#%E0%A4%A', '%E0%A4%A'],
    ['#%E6%97%A5%E6%9C%AC%E8%AA%9E', '日本語'],
    ['#日本語', '日本語'],
    ['#', ''],
    ['', ''],
    ['#:~:text=x', ''],
    ['#a:~:text=x', 'a'],
    ['#constructor', 'constructor'],
    ['#-2', '-2'],
  ])('%s names the id %j', (hash, id) => expect(idOfHash(hash)).toBe(id))

  test('that names nothing leads nowhere', () => {
    document.body.innerHTML = '<h2 id="1-foo"></h2>'
    expect(elementOfHash('#1-foo')?.tagName).toBe('H2')
    expect(elementOfHash('#')).toBeNull()
    expect(elementOfHash('#constructor')).toBeNull()
  })
})

describe('B211: a page opens', () => {
  const scrollTo = vi.fn()
  const intoView = vi.fn()

  beforeEach(() => {
    vi.stubGlobal('scrollTo', scrollTo)
    Element.prototype.scrollIntoView = intoView
    document.body.innerHTML = '<h2 id="第二"></h2>'
  })
  afterEach(() => {
    vi.clearAllMocks()
    vi.unstubAllGlobals()
  })

  test('at the saved position, whatever the hash', () => {
    expect(scrollToTarget({ saved: { x: 1, y: 250 }, hash: '#第二' })).toBeUndefined()
    expect(scrollTo).toHaveBeenCalledWith({ left: 1, top: 250, behavior: 'instant' })
    expect(intoView).not.toHaveBeenCalled()
  })

  test('else at the element of the hash', () => {
    const element = scrollToTarget({ hash: '#%E7%AC%AC%E4%BA%8C' })
    expect(element?.id).toBe('第二')
    expect(intoView).toHaveBeenCalledWith({ behavior: 'instant', block: 'start' })
    expect(scrollTo).not.toHaveBeenCalled()
  })

  test('else at the top', () => {
    scrollToTarget({ hash: '#nowhere' })
    expect(scrollTo).toHaveBeenCalledWith({ left: 0, top: 0, behavior: 'instant' })
  })
})

describe('A-NAV-1: focus', () => {
  test('goes to elements that cannot have it otherwise, without scrolling', () => {
    document.body.innerHTML = '<h1>Title</h1><button>Next</button>'
    const heading = document.querySelector('h1') as HTMLElement
    const focus = vi.spyOn(heading, 'focus')
    moveFocus(heading)
    expect(document.activeElement).toBe(heading)
    expect(focus).toHaveBeenCalledWith({ preventScroll: true })
    document.querySelector('button')?.focus()
    expect(heading.hasAttribute('tabindex')).toBe(false)
  })
})
