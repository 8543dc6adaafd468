import { parse } from 'acorn'
import { transform } from 'esbuild'

/**
 * An ES module that esbuild has split off, as CommonJS whose exports are plain values, set once it is evaluated. esbuild's
 * own are getters, which every call of a function of another chunk goes through: a thirtieth of a build of 400 pages.
 * This takes that chunks import each other in one direction, as esbuild splits them, and that no export is assigned later.
 * @param {string} text
 * @param {import('esbuild').TransformOptions} options
 */
export function toCommonJs(text, options) {
  return transform(withPlainExports(text), {
    ...options,
    format: 'cjs',
    platform: 'neutral',
    // Parts of the program and packages are required when they are needed, not imported.
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
    // What it exports is said in CommonJS, what it imports is not.
    logOverride: { 'commonjs-variable-in-esm': 'silent' },
  })
}

/**
 * The module with an assignment in place of its list of exports. No place in the code changes.
 * @throws where an export is no constant, or of another form than `export{a as b}`
 */
export function withPlainExports(text) {
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' })
  const lists = program.body.filter(({ type }) => type.startsWith('Export'))
  if (lists.length === 0) return text
  const known = constantsOf(program.body)
  const written = writtenNames(program)
  const values = lists.flatMap(list => {
    if (list.type !== 'ExportNamedDeclaration' || list.declaration || list.source)
      throw new Error('esbuild writes exports in another way.')
    return list.specifiers.map(({ local, exported }) => {
      if (local.type !== 'Identifier' || exported.type !== 'Identifier')
        throw new Error('esbuild writes exports in another way.')
      if (!known.has(local.name) || written.has(local.name))
        throw new Error(`${local.name} may change: a chunk's exports are its values at the end.`)
      return `${exported.name}:${local.name}`
    })
  })
  const code = lists.reduce(
    (kept, { start, end }) =>
      kept.slice(0, start) + kept.slice(start, end).replace(/[^\n]/g, ' ') + kept.slice(end),
    text,
  )
  return `${code}\nmodule.exports={${values.join()}};Reflect.defineProperty(module.exports,"__esModule",{value:true});\n`
}

/** Names of a module that have a value once their statement has been reached: imports, functions, classes, initialised variables. */
function constantsOf(body) {
  return new Set(
    body.flatMap(node => {
      if (node.type === 'ImportDeclaration') return node.specifiers.map(({ local }) => local.name)
      if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return [node.id.name]
      if (node.type !== 'VariableDeclaration') return []
      return node.declarations.filter(({ init }) => init).flatMap(({ id }) => namesIn(id))
    }),
  )
}

/** Names that are written to anywhere but where they are declared; whose they are is not looked at. */
function writtenNames(program) {
  const names = new Set()
  const visit = node => {
    if (node.type === 'AssignmentExpression') namesIn(node.left).forEach(name => names.add(name))
    if (node.type === 'UpdateExpression') namesIn(node.argument).forEach(name => names.add(name))
    if (/^For(?:In|Of)Statement$/.test(node.type) && node.left.type !== 'VariableDeclaration')
      namesIn(node.left).forEach(name => names.add(name))
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child)
  }
  visit(program)
  return names
}

/** Names that a pattern gives values to. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap(property => namesIn(property.value ?? property.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    default:
      return []
  }
}
