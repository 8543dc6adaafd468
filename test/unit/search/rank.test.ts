import { describe, expect, test } from 'vitest'
import { indexOf, page } from './site.ts'

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
const { ask, search } = await indexOf([mount, options, events, find])

async function first(pages: Parameters<typeof indexOf>[0], query: string, lang?: string) {
  return (await (await indexOf(pages, lang)).ask(query))[0]
}

describe('a query', () => {
  test.each([
    ['a section that has all of its words', 'attached element', '/api/options.html#attachto'],
    ['a page by its title, which stands for the page', 'mounting options', '/api/options.html'],
    ['another form of a word', 'attach', '/api/options.html#attachto'],
    ['what the last word begins', 'keyb', '/guides/events.html#keyboard-example'],
    ['the beginning of a name', 'findallc', '/api/find.html'],
    ['a name by its parts', 'all components', '/api/find.html'],
    ['an unknown name by its parts', 'findComponentsAll ', '/api/find.html'],
    ['a word with one slip', 'keybord', '/guides/events.html#keyboard-example'],
    ['a word with two letters exchanged', 'kyeboard', '/guides/events.html#keyboard-example'],
    ['a long word with two slips', 'asinchronus', '/guides/events.html#keyboard-example'],
    ['the other words of one that is unknown', 'keyboard zebra', '/guides/events.html#keyboard-example'],
    ['a question', 'how do I trigger an asynchronous event?', '/guides/events.html#keyboard-example'],
    ['British spelling', 'asynchronous behaviour', '/guides/events.html#keyboard-example'],
    ['a synonym', 'callback url', '/links.html'],
  ])('finds %s', async (_what, query, place) => {
    const links = page('/links.html', { Links: 'The callback opens a link.' })
    expect(await first([mount, options, events, find, links], query)).toBe(place)
  })

  test('that ends in a space is a whole word; short words have no slips', async () => {
    for (const query of ['slos ', 'kybrd ']) expect(await ask(query)).toEqual([])
  })

  test('of nonsense, of nothing and of punctuation finds nothing', async () => {
    for (const query of ['zxqvbn', 'kubernetes ingress', 'zebra giraffe keyboard', '', '   ', '…!?', '()'])
      expect(await ask(query)).toEqual([])
  })

  test('says which of its words were not found', async () => {
    expect((await search('the Zebra keyboard')).missing).toEqual(['Zebra'])
  })

  test('of any shape is answered without failing', async () => {
    const alphabet = [
      ...'abcéжшiİ挂ﾞ\u0301👩\u200d\ud800\udfff\u202e()[]{}.*+?^$|\\/"\'<>&=# \t\n0',
      'constructor',
      '__proto__',
    ]
    let seed = 7
    const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647
    for (let count = 0; count < 1000; count++) {
      const length = count % 500 === 0 ? 10_000 : Math.floor(random() * 30)
      const query = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
      expect(await ask(query)).toBeInstanceOf(Array)
    }
  })
})

describe('what a reader types is found', () => {
  const prose = page('/prose.html', { Prose: 'It is on and has, if for, type of a wait.' })
  test.each(['v-on', 'v-if', 'v-for', ':is', 'on()', 'has', 'await', 'typeof'])('%s', async name => {
    const inline = page('/inline.html', { Inline: `Use ${name} here.` }, [name])
    const fence = page('/fence.html', { Sample: 'Like this.' }, [
      `const a = 1\nrun(${name}, a, other, thing)`,
    ])
    for (const each of [inline, fence]) expect(await first([prose, each], name)).toBe(each.path)
  })

  test.each(['C++', 'C#', 'F#', 'g++', 'AT&T'])('%s in prose, told apart', async name => {
    const others = ['C', 'F', 'g', 'AT', 'C++', 'C#', 'F#', 'g++', 'AT&T']
    const pages = others.map((other, at) =>
      page(`/${at}.html`, { [`Page ${at}x`]: `Written in ${other}, too.` }),
    )
    expect(await first(pages, name.toLowerCase())).toBe(`/${others.indexOf(name)}.html`)
    expect(await first(pages, 'C')).toBe('/0.html')
  })

  test('numbers and versions in fences, a version before its digits', async () => {
    const port = page('/port.html', { Port: 'Like this.' }, ['server --port 9443 --host 0.0.0.0 --verbose'])
    const digits = page('/digits.html', { Digits: 'There are 1, 2 and 3. Take 1, 2 or 3.' })
    const version = page('/version.html', { Versions: 'Since then.' }, [
      'install package@1.2.3 and others @7.8.9',
    ])
    for (const [query, path] of [
      ['9443', '/port.html'],
      ['7.8.9', '/version.html'],
      ['1.2.3', '/version.html'],
      ['v1.2.3', '/version.html'],
    ] as const)
      expect(await first([port, digits, version], query)).toBe(path)
  })

  test.each([
    ['rawtransaction', 'createRawTransaction'],
    ['foobar', 'useFooBar'],
    ['serversideprops', 'getServerSideProps'],
    ['codeblock', 'code block'],
    ['code block', 'codeblock'],
    ['front-matter', 'frontmatter'],
    ['C++', 'C++20'],
    ['vue3', 'Vue 3'],
    ['utf8', 'UTF-8'],
    ['utf 8', 'utf8'],
  ])('%s in %s', async (query, name) => {
    const others = page('/other.html', { Other: 'Words of another kind.' })
    expect(await first([others, page('/named.html', { Named: `Call ${name} now.` })], query)).toBe(
      '/named.html',
    )
  })

  test('words with invisible characters', async () => {
    const soft = page('/soft.html', { Soft: 'A docu\u00admen\u00adta\u00adtion of zero\u200bwidth.' })
    expect(await first([mount, soft], 'documentation')).toBe('/soft.html')
    expect(await first([mount, soft], 'zerowidth')).toBe('/soft.html')
  })

  test('words without meaning, where there is nothing else', async () => {
    const wrapper = page('/api/is.html', { is: 'Asserts that a node matches.' })
    expect(await first([mount, wrapper], 'is')).toBe('/api/is.html')
  })
})

describe('ranking', () => {
  test('puts the section first whose heading says exactly the query', async () => {
    const long = page('/config.html', { Config: 'x', 'Settings of the whole tool': 'Nothing more.' })
    const others = ['a', 'b', 'c'].map(name =>
      page(`/${name}.html`, { [name]: 'x', Settings: 'Settings of the tool' }),
    )
    expect(await first([...others, long], 'settings of the whole tool')).toBe(
      '/config.html#settings-of-the-whole-tool',
    )
  })

  test('puts the same word before the same stem', async () => {
    const pages = [
      page('/use.html', { Utilisation: 'Utilisation, utiliser, utilise.' }),
      page('/guide.html', { 'Guide de l’utilisateur': 'Un guide.' }),
    ]
    expect(await first(pages, 'utilisateur', 'fr')).toBe('/guide.html')
  })

  test('counts a rare form of a common word as little as the word', async () => {
    const pages = [
      page('/one.html', { One: 'Здесь обёртка и много других слов о чём-то ином.' }),
      page('/two.html', { Two: 'В обёртке есть элемент, у обёртки имя.' }),
      ...['a', 'b', 'c'].map(name => page(`/${name}.html`, { [name]: 'Об обёртках и обёрткой.' })),
    ]
    expect((await (await indexOf(pages, 'ru')).ask('обёртка'))[0]).not.toBe('/one.html')
  })

  test('puts the word itself before longer ones', async () => {
    const pages = [
      page('/network.html', { Other: 'A network.' }),
      page('/net.html', { Longer: 'It runs on .NET and nothing else.' }),
    ]
    expect(await first(pages, '.NET')).toBe('/net.html')
  })

  test('puts pages with a higher factor first', async () => {
    const pages = ['a', 'b'].map(name => page(`/${name}.html`, { Setting: 'The same.' }))
    expect(await first([pages[0]!, { ...pages[1]!, boost: 2 }], 'setting')).toBe('/b.html')
  })

  test('puts the section of a guide before an entry of a long list', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`Entry ${at}`, 'Something else.']),
    )
    const list = page('/list.html', { List: 'x', ...entries, Deploying: 'Deploying a site.' })
    expect(
      await first([list, page('/guide.html', { Guide: 'x', Deploying: 'Deploying a site.' })], 'deploying'),
    ).toBe('/guide.html#deploying')
  })
})

describe('Chinese, Japanese and Korean', () => {
  const pages: Record<string, Parameters<typeof indexOf>[0]> = {
    zh: [
      page('/zh/options.html', { 挂载选项: '挂载一个组件时的选项。' }),
      page('/zh/events.html', { 触发事件: '在元素上触发鼠标点击。' }),
      page('/zh/versions.html', { 旧版: '旧版本的文档' }),
      page('/zh/offline.html', { 离线: '离线时，线路和文本。' }),
    ],
    ja: [
      page('/ja/browser.html', { ブラウザ環境: 'ブラウザーで実行する。スープ。' }),
      page('/ja/version.html', { バージョン: 'インターフェースのテスト。' }),
    ],
    ko: [page('/ko/server.html', { 서버: '서버 설치는 간단합니다.' })],
  }
  test.each([
    ['part of a run', 'zh', '选项', '/zh/options.html'],
    ['words in a row', 'zh', '鼠标点击', '/zh/events.html'],
    ['a question', 'zh', '如何触发点击事件', '/zh/events.html'],
    ['a single character', 'zh', '挂', '/zh/options.html'],
    ['nothing of another text', 'zh', '红烧肉做法', undefined],
    ['what a dictionary cuts between other words', 'zh', '旧版本文档', '/zh/versions.html'],
    ['two characters that a dictionary takes apart', 'zh', '关闭离线', '/zh/offline.html'],
    ['another spelling in katakana', 'ja', 'インターフェイス', '/ja/version.html'],
    ['ヴ for バ', 'ja', 'ｳﾞｧージョン', '/ja/version.html'],
    ['no word of which the pairs are in several sections', 'ja', 'フェースープ', undefined],
    ['half-width forms', 'ja', 'ﾌﾞﾗｳｻﾞ', '/ja/browser.html'],
    ['either spelling of a long vowel', 'ja', 'ブラウザー環境', '/ja/browser.html'],
    ['a question in Japanese', 'ja', 'ブラウザを使うにはどうすればいいですか', '/ja/browser.html'],
    ['words with endings', 'ko', '서버를', '/ko/server.html'],
  ])('find %s', async (_what, lang, query, path) => {
    expect(await first(pages[lang] ?? [], query, lang)).toBe(path)
  })
})

test('a heading without words is not what a query says', async () => {
  const arrow = page('/a.html', { Alpha: 'One.', '→': 'A keyboard with some more words around it.' })
  const other = page('/b.html', { Beta: 'Two.', Other: 'A keyboard.' })
  expect(await first([arrow, other], 'keyboard')).toBe('/b.html#other')
})
