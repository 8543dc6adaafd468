import { expect, it } from 'vitest'
import { stubBody } from '../../../src/check/new-translation.ts'

const body = (text: string) =>
  stubBody(text, { headings: [] }, { pinIds: true, withSource: false, relocate: target => `../${target}` })

it('a stub keeps code whole, whatever stands in it and wherever it stands', () => {
  const indented = '````md\n    ````\n## no heading\n\n::: tip\n````'
  expect(body(`Words.\n\n${indented}\n\nMore.\n`)).toBe(`${indented}\n`)
  expect(body('> ```js\n> call()\n> ```\n')).toBe('> ```js\n> call()\n> ```\n')
  expect(
    body('1.  Words\n\n    ```js\n    call(\n\n      1)\n    ```\n\n    ::: tip Title\n    A\n    :::\n'),
  ).toBe('```js\ncall(\n\n  1)\n```\n\n::: tip Title\n\n:::\n')
})

it('a stub keeps what is included in every form, without the words beside it', () => {
  expect(body('See !!! include(a.md) !!! here.\n<!--@include: ./b.md-->\n<<< c.js{2}\n')).toBe(
    '!!! include(a.md) !!!\n\n<!--@include: .././b.md-->\n\n<<< ../c.js{2}\n',
  )
  expect(body('`<!--@include: ./b.md-->`\n')).toBe('\n')
})
