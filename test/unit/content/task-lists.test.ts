import { expect, it } from 'vitest'
import { parse } from './helpers.ts'

it('calls the checkbox of a task by its text, without that of the tasks below it', () => {
  const { html } = parse('- [ ] Write **the** `test`\n  - [x] below\n\n    loose\n- plain\n')
  const names = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => /aria-label="([^"]*)"/.exec(tag)?.[1])
  expect(names).toEqual(['Write the test', 'below loose'])
})
