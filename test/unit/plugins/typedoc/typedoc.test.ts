import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import typedoc from '../../../../src/plugins/typedoc/typedoc.ts'
import { typeText } from '../../../../src/plugins/typedoc/write-type.ts'
import type { SiteProblem } from '../../../../src/schema/plugin-site.ts'

const root = mkdtempSync(path.join(tmpdir(), 'typedoc-'))
afterAll(() => rmSync(root, { recursive: true }))
const shapes = readFileSync(new URL('./shapes.json', import.meta.url), 'utf8')

/** Pages by path, what is to be watched, what is reported. */
async function make(json: string | undefined, own: object = {}) {
  if (json !== undefined) writeFileSync(path.join(root, 'api.json'), json)
  const problems: SiteProblem[] = []
  const watched: string[] = []
  const options = typedoc.options?.parse({
    json: json === undefined ? 'none.json' : 'api.json',
    ...own,
  }) as never
  const pages = await typedoc.pages?.({
    root,
    options,
    contentDir: 'content',
    locales: [
      { path: '/', lang: 'en-US' },
      { path: '/ja/', lang: 'ja' },
    ],
    watch: file => watched.push(file),
    report: problem => problems.push(problem),
  })
  return {
    pages: Object.fromEntries((pages ?? []).map(page => [page.path, page.markdown])),
    problems,
    watched,
  }
}

describe('pages of TypeDoc', () => {
  it('one for the package, and one for each of what it exports', async () => {
    const { pages, watched, problems } = await make(shapes)
    expect(problems).toEqual([])
    expect(watched).toEqual(['api.json'])
    expect(Object.keys(pages)).toEqual([
      'api/README.md',
      'api/Circle.md',
      'api/Shape.md',
      'api/Color.md',
      'api/Options.md',
      'api/PI.md',
      'api/Side.md',
      'api/draw.md',
    ])
    expect(pages['api/README.md']).toBe(
      '# shapes\n\nDraws shapes. Begin with [draw](./draw.md).\n\n## Classes {#classes}\n\n- [`Circle`](./Circle.md): A circle around a point.\n\n' +
        '## Interfaces {#interfaces}\n\n- [`Shape`](./Shape.md): What can be drawn.\n\n## Types {#types}\n\n- [`Color`](./Color.md): A colour by its name or number.\n- [`Options`](./Options.md)\n\n' +
        '## Functions {#functions}\n\n- [`draw`](./draw.md): Draws a shape.\n\n## Variables {#variables}\n\n- [`PI`](./PI.md): About 3.14.\n\n## Enumerations {#enums}\n\n- [`Side`](./Side.md)\n',
    )
  })

  it('a function: signature, comment, what it takes and gives, where it is', async () => {
    const { pages } = await make(shapes)
    expect(pages['api/draw.md']).toBe(
      '# draw\n\n```ts\ndraw<S extends Shape>(shape: S, options?: Partial<Options>): Promise<void>\n```\n\nDraws a shape.\n\nIt takes `Shape` and others.\n\n' +
        '**Type parameters**\n\n- **`S`** [`Shape`](./Shape.md)\n\n**Parameters**\n\n- **`shape`** `S`: What is drawn.\n- **`options`** `Partial<`[`Options`](./Options.md)`>` (optional)\n\n' +
        '**Returns** `Promise<void>`\n\nDefined in [`draw.ts:9`](https://example.org/draw.ts#L9)\n',
    )
  })

  it('a class: bases, members with ids, what is deprecated, what is inherited', async () => {
    const { pages } = await make(shapes)
    const page = pages['api/Circle.md'] ?? ''
    for (const part of [
      '```ts\nclass Circle extends Shape<"circle">\n```',
      '**Extends** [`Shape`](./Shape.md)`<"circle">`',
      '### `radius` {#radius}\n\n```ts\nreadonly radius: number\n```',
      'new Circle(radius?: number): Circle',
      'get name(): string',
      'Default: `1`',
      '## Accessors {#accessors}\n\n### `name` {#name}',
      '::: warning Deprecated\nUse [draw](./draw.md).\n:::',
      '**Returns** `number`: Square units.',
      'Inherited from [`Shape.area`](./Shape.md#area).',
      '**Example**\n\n```ts\nnew Circle(2).area()\n```',
    ])
      expect(page).toContain(part)
    expect(pages['api/Shape.md']).toContain('color?: Color\n```\n\n[`Color`](./Color.md)')
    expect(pages['api/Color.md']).toContain('type Color = "red" | (number | null)[]')
    expect(pages['api/Options.md']).toContain('### `fill` {#fill}')
    expect(pages['api/Side.md']).toContain('Right = 1')
    expect(pages['api/PI.md']).toContain('const PI: 3.14')
  })

  it('in each language, in another folder, under another title', async () => {
    const { pages } = await make(shapes, { locales: 'all', folder: 'ref/v1', title: 'Shapes & more' })
    expect(Object.keys(pages)).toHaveLength(16)
    expect(pages['ref/v1/README.md']).toMatch(/^# Shapes \\& more\n/)
    expect(pages['ja/ref/v1/README.md']).toContain('## クラス {#classes}')
  })

  it('modules have folders; names that a file system cannot tell apart have numbers', async () => {
    const own = (id: number, name: string, kind: number, children?: object[]) => ({
      id,
      name,
      kind,
      flags: {},
      children,
    })
    const project = {
      ...own(0, 'p', 1, [
        own(1, 'src/index', 2, [own(2, 'foo', 32), own(3, 'Foo', 32), own(4, '__$', 32)]),
        own(5, 'README', 32),
      ]),
      schemaVersion: '2.0',
    }
    const { pages } = await make(JSON.stringify(project))
    expect(Object.keys(pages)).toEqual([
      'api/README.md',
      'api/src-index/README.md',
      'api/src-index/foo.md',
      'api/src-index/Foo-2.md',
      'api/src-index/member.md',
      'api/README-2.md',
    ])
    expect(pages['api/src-index/member.md']).toMatch(/^# \\_\\_\\\$\n/)
  })
})

it('rest parameters and index signatures are shown', async () => {
  const any = { type: 'intrinsic', name: 'any' }
  const signature = (kind: number, name: string, flags: object) => [
    { id: 9, name: 'f', kind, flags: {}, parameters: [{ name, flags, type: any }], type: any },
  ]
  const children = [
    { id: 1, name: 'f', kind: 64, flags: {}, signatures: signature(4096, 'all', { isRest: true }) },
    { id: 2, name: 'I', kind: 256, flags: {}, indexSignatures: signature(8192, 'key', {}) },
  ]
  const { pages } = await make(
    JSON.stringify({ schemaVersion: '2.0', id: 0, name: 'p', kind: 1, flags: {}, children }),
  )
  expect(pages['api/f.md']).toContain('f(...all: any): any\n```\n\n**Parameters**\n\n- **`...all`** `any`')
  expect(pages['api/I.md']).toContain('[key: any]: any')
})

describe('JSON that is none of TypeDoc', () => {
  it.each([
    [undefined, {}, 'There is no file `none.json`.'],
    ['{ "a": 1,\n x }', { file: 'api.json', line: 2, column: 2 }, '`api.json` is no JSON.'],
    ['[]', { file: 'api.json' }, '`api.json` is not what TypeDoc writes.'],
    [
      '{ "schemaVersion": "3.0" }',
      { file: 'api.json' },
      "`api.json` is of TypeDoc's schema 3.0; schema 2 is known here.",
    ],
    [
      '{ "schemaVersion": "2.0", "id": 0, "name": "a", "kind": 1, "children": [{ "id": 1, "kind": 64 }] }',
      { file: 'api.json' },
      '`api.json` is not what TypeDoc writes: `children.0.name` is wrong.',
    ],
  ])('%s', async (json, place, message) => {
    const { pages, problems } = await make(json)
    expect(pages).toEqual({})
    expect(problems).toMatchObject([
      { ...place, message, hint: expect.stringContaining('typedoc --json') as string },
    ])
  })

  it('a type of a form that is not known has its name, or an ellipsis; so has one without an end', () => {
    expect(typeText({ type: 'new', name: 'X' })).toBe('X')
    expect(typeText({ type: 'array' })).toBe('unknown[]')
    const deep = { type: 'array' } as { type: string; elementType?: object }
    deep.elementType = deep
    expect(typeText(deep)).toMatch(/^…(?:\[\])+$/)
  })
})

it.each([
  [
    {
      type: 'tuple',
      elements: [
        { type: 'intrinsic', name: 'a' },
        { type: 'rest', elementType: { type: 'intrinsic', name: 'b' } },
      ],
    },
    '[a, ...b]',
  ],
  [{ type: 'typeOperator', operator: 'keyof', target: { type: 'reference', name: 'T' } }, 'keyof T'],
  [
    {
      type: 'mapped',
      parameter: 'K',
      parameterType: { type: 'reference', name: 'T' },
      templateType: { type: 'intrinsic', name: 'a' },
      optionalModifier: '-',
    },
    '{ [K in T]-?: a }',
  ],
  [{ type: 'query', queryType: { type: 'reference', name: 'x' } }, 'typeof x'],
  [
    { type: 'predicate', name: 'x', asserts: true, targetType: { type: 'intrinsic', name: 'string' } },
    'asserts x is string',
  ],
  [
    { type: 'templateLiteral', head: 'a', tail: [[{ type: 'intrinsic', name: 'string' }, 'b']] },
    '`a${string}b`',
  ],
  [
    {
      type: 'reflection',
      declaration: {
        signatures: [
          {
            parameters: [{ name: 'x', flags: { isRest: true }, type: { type: 'intrinsic', name: 'a' } }],
            type: { type: 'intrinsic', name: 'void' },
          },
        ],
      },
    },
    '(...x: a) => void',
  ],
  [
    {
      type: 'reflection',
      declaration: {
        children: [{ name: 'a', flags: { isOptional: true }, type: { type: 'intrinsic', name: 'b' } }],
      },
    },
    '{ a?: b }',
  ],
])('%o', (type, text) => expect(typeText(type as never)).toBe(text))
