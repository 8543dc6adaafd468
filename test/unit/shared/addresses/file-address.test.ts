import { expect, test } from 'vitest'
import { withBase } from '../../../../src/shared/addresses/base.ts'
import { fileAddress } from '../../../../src/shared/addresses/file-address.ts'

test('addresses carry the base and are encoded', () => {
  expect(fileAddress('/docs/', 'a b/#1?.png')).toBe('/docs/a%20b/%231%3F.png')
  expect(withBase('/docs/', '/zh/')).toBe('/docs/zh/')
  expect(withBase('/', '/zh/')).toBe('/zh/')
})
