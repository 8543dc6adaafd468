import { expect, it } from 'vitest'
import { toCommonJs, withPlainExports } from '../../../bin/compile/common-js.mjs'

it('exports are plain values, of the module and of those that it imports', async () => {
  const text = `import{a as own}from"./other.cjs";let one=1;function two(){return own}export{own as a,one,two as default};`
  const { code } = await toCommonJs(text, { minifyWhitespace: true })
  const module = { exports: {} as Record<string, unknown> }
  new Function('module', 'require', code)(module, () => ({ a: 'other' }))
  expect(module.exports).toMatchObject({ a: 'other', one: 1, __esModule: true })
  expect(Object.keys(module.exports)).toEqual(['a', 'one', 'default'])
  expect(Object.getOwnPropertyDescriptor(module.exports, 'one')).toHaveProperty('value', 1)
})

it.each([
  'let a;function set(){a=1}export{a,set};',
  'let a;export{a};',
  'let a=1;function set(){a++}export{a,set};',
  'let a=1;function set(){[a]=[2]}export{a,set};',
  'let a=1;function set(){({x:a}={x:2})}export{a,set};',
  'let a=1;function set(){for(a of[2]);}export{a,set};',
  'export let a=1;',
  'export*from"./other.cjs";',
])('what may change, or is written in another form, is refused: %s', text => {
  expect(() => withPlainExports(text)).toThrow(/may change|in another way/)
})
