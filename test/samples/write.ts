import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectSamples, type Fence, type Sample } from './collect.ts'

/** Has a folder for each sample, with its modules. */
export const WRITTEN = path.join(import.meta.dirname, '.written')

const filter = process.env['SAMPLES'] ?? ''
export const { pages, samples } = collectSamples(path.join(import.meta.dirname, '../../content'), filter)

const DECLARATIONS = `declare module '*.vue' {
  import Vue from 'vue'
  export default Vue
}
`

/** The compiler settings that the guide on TypeScript recommends. Also read by Vitest. */
const SETTINGS = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['vitest/globals'],
    allowJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['**/*.test.ts', 'declarations.d.ts'],
}

/** Writes the samples of all pages, or of those that `SAMPLES` names. */
export function writeSamples(): void {
  if (pages.length === 0) throw new Error(`No page begins with "${filter}".`)
  rmSync(WRITTEN, { recursive: true, force: true })
  for (const sample of samples) writeSample(sample)
  writeFileSync(path.join(WRITTEN, 'tsconfig.json'), JSON.stringify(SETTINGS))
  writeFileSync(path.join(WRITTEN, 'declarations.d.ts'), DECLARATIONS)
}

function writeSample({ fence, files, places }: Sample): void {
  const folder = path.join(WRITTEN, fence.page.replace(/\.md$/, ''), `line-${fence.line}`)
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const shown = places.map(({ page, line }) => `content/${page}:${line}`).join(', ')
  // The pages ask readers with Vitest to write `vi` in place of `jest`.
  write(`sample.test.${fence.lang}`, `// ${shown}${atItsLine(fence).replace(/\bjest\./g, 'vi.')}`)
  for (const file of files) write(file.name, atItsLine(file))
}

/** Code on the lines that it has in its page, so positions in messages are those in the page. */
function atItsLine({ code, line, lang }: Fence): string {
  return lang === 'json' ? code : `${'\n'.repeat(line)}${code}\n`
}
