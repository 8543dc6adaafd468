import { expect, test } from 'vitest'
import { fileAddress, pageAddress } from '../../../src/addresses/file-address.ts'

test('addresses carry the base and are encoded', () => {
  expect(fileAddress('/docs/', 'a b/#1?.png')).toBe('/docs/a%20b/%231%3F.png')
  expect(pageAddress('/docs/', '/zh/')).toBe('/docs/zh/')
  expect(pageAddress('/', '/zh/')).toBe('/zh/')
})
