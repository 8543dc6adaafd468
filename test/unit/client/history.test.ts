// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createEntryHistory } from '../../../src/client/router.ts'

test('an entry keeps the state of others when it is replaced', () => {
  sessionStorage.clear()
  history.replaceState({ other: 1 }, '', '/first.html')
  createEntryHistory().replace('/corrected.html?q=1#x')
  expect(location.href).toMatch(/\/corrected\.html\?q=1#x$/)
  expect(history.state).toMatchObject({ other: 1, docsgen: { index: 0 } })
})
