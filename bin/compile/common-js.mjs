import { transform } from 'esbuild'

/** What esbuild writes around the names that a module exports, and at its end for readers without its head. */
const START = '__export(stdin_exports,{'
const END = '});module.exports=__toCommonJS(stdin_exports)'
const ANNOTATION = '0&&(module.exports={'

/** Of something of the module, or of another one. */
const GETTER = /^([\w$]+):\(\)=>([\w$.]+)$/

/**
 * An ES module that esbuild has split off, as CommonJS whose exports are plain values, set once it is evaluated. esbuild's
 * own are getters of getters, which every call of a function of another chunk goes through: some 30 ms of a build of 400 pages.
 * This takes that chunks import each other in one direction, as esbuild splits them, and that no export is assigned later.
 */
export async function toCommonJs(text, options) {
  const { code, map } = await transform(text, {
    ...options,
    format: 'cjs',
    // Parts of the program and packages are required when they are needed, not imported.
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
  })
  return { code: plainExports(code), map }
}

function plainExports(code) {
  const [start, end, note] = [code.indexOf(START), code.indexOf(END), code.lastIndexOf(ANNOTATION)]
  if (start < 0) return code
  if (end < start || note < end) throw new Error('esbuild writes exports in another way.')
  const names = code.slice(start + START.length, end)
  const values = names.split(',').map(text => {
    const [, name, value] = GETTER.exec(text) ?? []
    if (!name || !isConstant(code, value))
      throw new Error(`What is exported as ${text} may change: a chunk's exports are its values at the end.`)
    return name === value ? name : `${name}:${value}`
  })
  // Places in the code stay, because the source map names them.
  const [before, after] = [code.slice(0, start), code.slice(end + END.length, note)]
  const room = code.slice(start, end + END.length).replace(/[^\n]/g, ' ')
  return `${before}${room}${after};module.exports={${values.join()}};Reflect.defineProperty(module.exports,"__esModule",{value:true});\n`
}

/** Whether a name of the module's scope, or of a module it imports, has its value for good: where in doubt, no. */
function isConstant(code, value) {
  if (value.includes('.')) return true
  const name = value.replaceAll('$', '\\$')
  const isFunction = new RegExp(`(?<![.\\w$])(?:function\\*?|class) ${name}(?![\\w$])`).test(code)
  const assigned = new RegExp(
    `(?<![.\\w$])(?:(?:\\+\\+|--)${name}(?![\\w$])|${name}(?:\\+\\+|--|(?:[-+*/%&|^?]+|<<|>>>?)?=(?![=>])))`,
    'g',
  )
  return (code.match(assigned) ?? []).length <= (isFunction ? 0 : 1)
}
