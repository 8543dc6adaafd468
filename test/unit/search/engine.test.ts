import { describe, expect, test } from 'vitest'
import { asker, page } from './site.ts'

const mount = page('/api/mount.html', {
  'mount()': 'Creates a wrapper that contains the mounted and rendered component.',
  'Mounting twice': 'Every call gives a wrapper of its own.',
})
const options = page('/api/options.html', {
  'Mounting Options': 'Options for mount and shallowMount.',
  attachTo: 'The component is attached to this element of the document.',
  slots: 'Contents for the slots of a component.',
})
const events = page('/guides/events.html', {
  'DOM Events': 'Trigger an event on an element.',
  'Keyboard Example': 'Asynchronous behavior of the keyboard is tested with trigger.',
})
const find = page('/api/find.html', { 'findAllComponents()': 'Gives all components that match.' }, [
  "wrapper.findAllComponents({ name: 'Child' })",
])
const ask = asker([mount, options, events, find])

describe('a query', () => {
  test('finds the section that all its words are in', () => {
    expect(ask('attached element')).toEqual(['/api/options.html#attachto'])
  })

  test('finds a page by its title, which stands for the page itself', () => {
    expect(ask('mounting options')[0]).toBe('/api/options.html')
    expect(ask('dom events')[0]).toBe('/guides/events.html')
  })

  test('finds inflected forms, the written form first', () => {
    expect(ask('events')).toContain('/guides/events.html')
    expect(ask('attach')).toContain('/api/options.html#attachto')
  })

  test('finds what its last word begins, while it is being typed', () => {
    expect(ask('keyb')).toEqual(['/guides/events.html#keyboard-example'])
    expect(ask('findallc')).toEqual(['/api/find.html'])
    expect(ask('keyb ')).toEqual([])
  })

  test('finds identifiers by their parts', () => {
    expect(ask('all components')[0]).toBe('/api/find.html')
  })

  test('of an unknown identifier falls back to the parts', () => {
    expect(ask('findComponentsAll ')).toEqual(['/api/find.html'])
  })

  test('forgives one error from five letters on, two from nine', () => {
    expect(ask('keybord')).toEqual(['/guides/events.html#keyboard-example'])
    expect(ask('kyeboard')).toEqual(['/guides/events.html#keyboard-example'])
    expect(ask('asinchronus')).toEqual(['/guides/events.html#keyboard-example'])
    expect(ask('slos ')).toEqual([])
    expect(ask('kybrd ')).toEqual([])
  })

  test('does without some of its words when no section has all, but not without most', () => {
    expect(ask('trigger keyboard asynchronous zebra')).toEqual(['/guides/events.html#keyboard-example'])
    expect(ask('keyboard zebra')).toEqual([])
  })

  test('of nonsense, of nothing and of punctuation finds nothing', () => {
    for (const query of ['zxqvbn', 'kubernetes ingress', '', '   ', '…!?', '()'])
      expect(ask(query)).toEqual([])
  })

  test('of words without meaning finds titles that consist of them', () => {
    const wrapper = page('/api/is.html', { is: 'Asserts that a node matches.' })
    expect(asker([mount, wrapper])('is')[0]).toBe('/api/is.html')
  })
})

describe('ranking', () => {
  test('puts the section first whose heading says exactly the query', () => {
    const long = page('/config.html', { Config: 'x', 'Settings of the whole tool': 'Nothing more.' })
    const others = ['a', 'b', 'c'].map(name =>
      page(`/${name}.html`, { [name]: 'x', Settings: 'Settings of the tool' }),
    )
    expect(asker([...others, long])('settings of the whole tool')[0]).toBe(
      '/config.html#settings-of-the-whole-tool',
    )
  })

  test('puts the same word before the same stem', () => {
    const pages = [
      page('/use.html', { Utilisation: 'Utilisation, utiliser, utilise.' }),
      page('/guide.html', { 'Guide de l’utilisateur': 'Un guide.' }),
    ]
    expect(asker(pages, 'fr')('utilisateur')[0]).toBe('/guide.html')
  })

  test('is the same for the same index, whatever was asked before', () => {
    const first = ask('component')
    ask('keyboard')
    expect(ask('component')).toEqual(first)
  })
})

describe('Chinese and Japanese', () => {
  const zh = asker(
    [
      page('/zh/options.html', { 挂载选项: '挂载一个组件时的选项。' }),
      page('/zh/events.html', { 触发事件: '在元素上触发鼠标点击。' }),
    ],
    'zh-CN',
  )

  test('find parts of a run without spaces', () => {
    expect(zh('选项')).toEqual(['/zh/options.html'])
    expect(zh('鼠标点击')).toEqual(['/zh/events.html'])
  })

  test('find a single character, and nothing for another text', () => {
    expect(zh('挂')).toEqual(['/zh/options.html'])
    expect(zh('红烧肉做法')).toEqual([])
  })

  test('find half-width forms and either spelling of a long vowel', () => {
    const ja = asker([page('/ja/browser.html', { ブラウザ環境: 'ブラウザーで実行する。' })], 'ja')
    expect(ja('ﾌﾞﾗｳｻﾞ')).toEqual(['/ja/browser.html'])
    expect(ja('ブラウザー環境')).toEqual(['/ja/browser.html'])
  })
})

test('3,000 queries of any shape are answered without failing', () => {
  const alphabet = [
    ...'abcéжшイ挂ﾞ\u0301👩\u200d\ud800\udfff\u202e()[]{}.*+?^$|\\/"\'<>&= \t\n0',
    'constructor',
    '__proto__',
  ]
  let seed = 7
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647
  const queries = Array.from({ length: 3000 }, (_, index) => {
    const length = index % 500 === 0 ? 10_000 : Math.floor(random() * 30)
    return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  })
  for (const query of queries) expect(ask(query)).toBeInstanceOf(Array)
})
