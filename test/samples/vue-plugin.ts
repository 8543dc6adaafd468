import { transformSync } from 'esbuild'
import type { Plugin } from 'vite'
import { compileScript, compileTemplate, parse, rewriteDefault, type SFCDescriptor } from 'vue/compiler-sfc'

/** Compiles single-file components of Vue 2.7 for the samples: template, script (also TypeScript, also setup), no styles. */
export function vueFiles(): Plugin {
  return {
    name: 'sample-vue-files',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('.vue') ? { code: compileComponent(code, id), map: null } : undefined
    },
  }
}

/** Source text of a `.vue` file in, an ES module with the component as default export out. Throws on any error. */
function compileComponent(source: string, filename: string): string {
  const descriptor = parse({ source, filename, needMap: false, sourceMap: false })
  return [
    compileCode(descriptor, filename),
    compileMarkup(descriptor, filename),
    'export default component\n',
  ].join('\n')
}

function compileCode(descriptor: SFCDescriptor, filename: string): string {
  if (descriptor.script === null && descriptor.scriptSetup === null) return 'const component = {}'
  const { content, lang } = compileScript(descriptor, { id: filename, isProd: false })
  const { code } = transformSync(content, {
    loader: lang === 'ts' ? 'ts' : 'js',
    format: 'esm',
    target: 'esnext',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
  })
  return rewriteDefault(code, 'component')
}

function compileMarkup({ template }: SFCDescriptor, filename: string): string {
  if (template === null) return ''
  const isFunctional = 'functional' in template.attrs
  const { code, errors } = compileTemplate({
    source: template.content,
    filename,
    isFunctional,
    prettify: false,
  })
  if (errors.length > 0)
    throw new Error(errors.map(error => (typeof error === 'string' ? error : error.msg)).join('\n'))
  // The default export may also be a constructor, made by Vue.extend().
  const options = "const options = typeof component === 'function' ? component.options : component"
  const functional = isFunctional ? 'options.functional = true' : ''
  return `${code}\n${options}\nObject.assign(options, { render, staticRenderFns })\n${functional}`
}
