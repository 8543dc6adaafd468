import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { systemRefusal } from '../../../src/lib/system-error.ts'

function refused(code: keyof typeof constants.errno): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code, errno: -constants.errno[code], syscall: 'write', path: '/a' })
}

test('whatever the system refuses is said in words, known ones in ours', () => {
  expect(systemRefusal(refused('ENOSPC'))).toEqual({
    file: '/a',
    reason: 'no space left on the device (ENOSPC)',
  })
  expect(systemRefusal(refused('EFBIG'))).toEqual({ file: '/a', reason: 'file too large (EFBIG)' })
})

test('mistakes of the program are none of the system', () => {
  expect(systemRefusal(refused('EBADF'))).toBeUndefined()
  expect(systemRefusal(new TypeError('x'))).toBeUndefined()
  expect(systemRefusal(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_VALUE' }))).toBeUndefined()
})
