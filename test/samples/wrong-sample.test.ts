import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectSamples, type Collection } from './collect.ts'
import { runSamples, type SampleRun } from './run.ts'

const page = `---
description: A page whose samples are wrong on purpose.
---

## Wrong

\`\`\`vue file=Greeting.vue
<template><p>{{ greeting }}</p></template>
<script>
export default { data: () => ({ greeting: 'Hello' }) }
</script>
\`\`\`

\`\`\`js test
import { mount } from '@vue/test-utils'
import Greeting from './Greeting.vue'

test('greets', () => {
  expect(mount(Greeting).text()).toBe('Good evening')
})
\`\`\`

\`\`\`js test
import { mount } from '@vue/test-utils'

test('warns', () => {
  mount({ template: '<p>{{ missing }}</p>' })
})
\`\`\`

\`\`\`ts test
test('adds', () => {
  const sum: string = 1 + 1
  expect(sum).toBe(2)
})
\`\`\`

\`\`\`js test
import { mount } from '@vue/test-utils'

test('needs a compiler', async () => {
  const wrapper = mount({
    components: { Later: () => Promise.resolve({ template: '<p>Later</p>' }) },
    template: '<main><Later /></main>'
  })
  await new Promise(resolve => setTimeout(resolve))
  expect(wrapper.text()).toBe('Later')
})
\`\`\`

\`\`\`js
const unmarked = true
\`\`\`

\`\`\`ts fragment
mount(component: Component, options?: MountingOptions: Wrapper
\`\`\`

\`\`\`vue fragment
<template><p v-if="a +">text</p></template>
\`\`\`

\`\`\`json
{ "preset": 'jest' }
\`\`\`

\`\`\`vue file=Unused.vue
<template><p>nobody imports this</p></template>
\`\`\`
`

describe('a wrong sample', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'wrong-sample-'))
  let collection: Collection
  let run: SampleRun

  beforeAll(async () => {
    mkdirSync(path.join(root, 'fr'))
    writeFileSync(path.join(root, 'page.md'), page)
    writeFileSync(path.join(root, 'fr', 'page.md'), `${page}\nEn français.\n`)
    collection = collectSamples(root)
    run = await runSamples('wrong', collection.samples)
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test.each([
    [
      'of a failed assertion, at its line',
      /^page\.md:14 "greets" AssertionError: .*'Good evening'.*page\.md:19:/s,
    ],
    ['of Vue that the sample does not expect', /^page\.md:23 "warns" .*"missing" is not defined/s],
    ['of a wrong type', /^page\.md:31 wrong type at page\.md:33 TS2322: Type 'number'/],
    ['of a template that needs a compiler', /^page\.md:38 "needs a compiler" .*runtime-only build of Vue/s],
  ])('fails because %s', (_what, message) => {
    const failures = run.failures.get('page.md') ?? []
    expect(failures).toHaveLength(4)
    expect(failures.filter(failure => message.test(failure))).toHaveLength(1)
  })

  test('is executed once and reported for every page that shows it', () => {
    expect(run.executed).toBe(4)
    expect(run.failures.get('fr/page.md')?.[0]).toMatch(/^fr\/page\.md:14 "greets"/)
  })

  test.each([
    [51, 'a js fence needs exactly one of test, file=<name>, fragment; found none'],
    [55, 'ts does not parse:'],
    [59, 'vue does not parse: invalid expression'],
    [63, 'json does not parse:'],
    [67, 'no sample of this page imports ./Unused.vue'],
  ])('that is not executed is found at line %i', (line, message) => {
    const problems = collection.pages[0]?.problems ?? []
    expect(problems.find(problem => problem.startsWith(`page.md:${line} `))).toContain(message)
  })
})
