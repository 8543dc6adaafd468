import { describe, expect, test } from 'vitest'
import { linkPlaceholder } from '../../../src/schema/page.ts'
import { parse, findingsOf } from './helpers.ts'

const SITE = { siteUrl: 'https://docs.example.org' }
const messages = (body: string, options = {}) =>
  findingsOf(parse(body, { ...SITE, ...options })).map(({ message }) => message)

describe('documents of the site in frames', () => {
  test.each([
    '<iframe src="/frame.html"></iframe>',
    '<iframe src="./frame2.html?x#y.pdf"></iframe>',
    '<iframe src="frame.xhtml"></iframe>',
    '<iframe src="/a%2Esvg"></iframe>',
    '<iframe src="/feed.xml"></iframe>',
    '<iframe src="/guide/"></iframe>',
    '<iframe src="/guide/start"></iframe>',
    '<iframe src="?x"></iframe>',
    '<iframe src=" fra\nme.html "></iframe>',
    '<iframe src="..\\frame.html"></iframe>',
    '<iframe src="https:frame.html"></iframe>',
    '<iframe src="http:/frame.html"></iframe>',
    '<iframe src="https://docs.example.org/frame.html"></iframe>',
    '<iframe src="//docs.example.org/frame.html"></iframe>',
    '<iframe src="\\\\docs.example.org/frame.html"></iframe>',
    '<IFRAME SRC=/frame.HTML></IFRAME>',
    '<object data="./frame2.html"></object>',
    '<object data="a.svg" type="image/png"></object>',
    '<svg><foreignObject><iframe src="/frame.html"></iframe></foreignObject></svg>',
  ])('are left out: %s', body => {
    for (const html of ['sanitize', 'allow'] as const) {
      const page = parse(`a ${body}`, { ...SITE, html })
      expect(page.html).not.toMatch(/<(?:iframe|object|embed)/i)
      expect(findingsOf(page).map(({ message }) => message)).toEqual([
        expect.stringMatching(/^`<(?:iframe|object)>` doesn't show `.*`: it is a document of this site\.$/),
      ])
      expect(page.links).toEqual([])
    }
  })

  test('are left out of `<embed>` where other HTML is allowed', () => {
    expect(messages('a <embed src="./a.svg">')).toEqual([
      "`<embed>` doesn't show `./a.svg`: it is a document of this site.",
    ])
  })

  test('what an `<object>` holds stays, as where a browser cannot show it', () => {
    expect(parse('<object data="a.svg"><b>text</b></object>', SITE).html).toContain('<b>text</b>')
  })

  test.each([
    '<iframe src="https://player.example/frame.html"></iframe>',
    '<iframe src="//player.example/frame.html"></iframe>',
    '<iframe src="manual.pdf#page=2"></iframe>',
    '<iframe src="/notes.txt"></iframe>',
    '<object data="./movie.mp4"></object>',
    '<iframe src="about:blank"></iframe>',
  ])('what can run no script here stays: %s', body => {
    expect(messages(body)).toEqual([])
    expect(parse(body, SITE).html).toMatch(/<(?:iframe|object) (?:src|data)="[^"]+">/)
  })

  test('are shown in a sandbox where the configuration allows it', () => {
    const options = { ...SITE, embed: ['/demo/**', 'content/dir/*.svg'] }
    const sandbox = 'sandbox="allow-scripts allow-forms allow-popups allow-modals allow-downloads"'
    const shown = (body: string) => parse(`a ${body}`, options).html
    const placeholder = linkPlaceholder(0)
    expect(shown('<iframe src="/demo/a.html" title="A"></iframe>')).toContain(
      `<iframe title="A" src="${placeholder}" ${sandbox}></iframe>`,
    )
    expect(shown('<object data="./a.svg" width="9"><b>b</b></object>')).toContain(
      `<iframe width="9" src="${placeholder}" ${sandbox}></iframe>`,
    )
    expect(shown('<embed src="a.svg">')).toContain(`<iframe src="${placeholder}" ${sandbox}></iframe>`)
    expect(shown('<iframe src="https://docs.example.org/demo/a.html"></iframe>')).toContain(sandbox)
    expect(shown('<iframe src="/other/a.html"></iframe>')).not.toContain('<iframe')
  })

  test('keep what their author forbids, and get no more than the sandbox of docsgen', () => {
    const options = { embed: ['/demo/**'] }
    const sandboxOf = (value: string) =>
      /sandbox="([^"]*)"/.exec(
        parse(`<iframe src="/demo/a.html" sandbox="${value}"></iframe>`, options).html,
      )?.[1]
    expect(sandboxOf('')).toBe('')
    expect(sandboxOf('allow-forms')).toBe('allow-forms')
    expect(sandboxOf('allow-scripts allow-same-origin allow-top-navigation')).toBe('allow-scripts')
  })
})
