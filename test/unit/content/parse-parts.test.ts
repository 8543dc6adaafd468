import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../src/content/parse.ts'
import { processorFor } from '../../../src/content/processor.ts'
import { sortByIncludes } from '../../../src/content/scan.ts'
import type { SourceFile } from '../../../src/schema/page.ts'
import { createOptions, createSource } from './helpers.ts'

/** A page that consists of included parts. */
function including(parts: readonly string[]): SourceFile {
  const origins = parts.map((_, index) => ({
    from: 1 + parts.slice(0, index).join('').split('\n').length - 1,
    file: `content/${index}.md`,
    line: 1,
  }))
  return { ...createSource(parts.join('')), origins }
}

test.each([
  ['headings', ['# A\n\na\n\n', '\n\n## B\n\n- b\n\n  c\n\n', '## C\n']],
  ['no heading at the start of a part', ['- a\n\n', '  b\n\n', '## C\n']],
  ['definitions', ['# A [b]\n\n', '## B\n\n[b]: /b\n']],
  ['footnotes', ['# A[^b]\n\n', '## B\n\n[^b]: note\n']],
  ['code that goes on', ['```\n\n', '# B\n\n', '# C\n```\n']],
  ['code that ends', ['```\n# A\n```\n\n', '# B\n']],
  ['a comment that goes on', ['<!-- a\n\n', '# B\n\n', '-->\n\n# C\n']],
  ['a container that goes on', ['::: tip\na\n\n', '# B\n\n', ':::\n\n# C\n']],
  ['a container that ends', ['::: tip\na\n:::\n\n', '# B\n']],
  ['indented code at the start', ['    a\n\n', '# B\n\n    b\n']],
  ['a list that goes on', ['- ```\n\n', '# B\n\n', '    c\n']],
])('parts that are parsed by themselves make the tree of the whole: %s', (_, parts) => {
  const shared = processorFor(createOptions())
  const page = including(parts)
  const whole = shared.processor.parse(page.body)
  for (let again = 0; again < 2; again += 1) {
    const { children } = parseMarkdown(page, shared.processor)
    expect(withoutOffsets(children)).toEqual(withoutOffsets(whole.children))
  }
})

function withoutOffsets(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'offset' ? undefined : each)))
}

test('included files come after those that include them', () => {
  const files = ['a', 'b', 'c', 'd'].map(name => createSource('', `${name}.md`))
  const [a, b, c, d] = files as [SourceFile, SourceFile, SourceFile, SourceFile]
  c.includes = [a.file, 'content/_part.md']
  expect(sortByIncludes(files)).toEqual([c, a, b, d])
})
