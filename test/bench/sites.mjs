import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const here = import.meta.dirname
/** Copies the site in `content/` into a new folder. */
export function copyCorpus(folder) {
  for (const name of ['content', 'site.config.ts'])
    cpSync(path.resolve(here, '../..', name), path.join(folder, name), { recursive: true })
}

const WORDS =
  'component wrapper mount option render slot event promise value method property state store router test result call time page list item name type return when then with from into each after before'.split(
    ' ',
  )

/** Numbers that are the same in every run. */
function createNumbers(seed) {
  let state = seed + 1
  return limit => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * limit)
  }
}

/** A page of about 3 KB: prose, links, a list, a table and two code blocks, all of them its own. */
function pageText(index, count) {
  const number = createNumbers(index)
  const sentence = () => {
    const words = Array.from({ length: 8 + number(10) }, () => WORDS[number(WORDS.length)])
    return `${words.join(' ').replace(/^./, letter => letter.toUpperCase())}.`
  }
  const paragraph = () => Array.from({ length: 3 + number(3) }, sentence).join(' ')
  const code = `const wrapper${index} = mount(Component${number(count)}, { value: ${number(1e6)} })\nexpect(wrapper${index}.text()).toBe('${WORDS[number(WORDS.length)]} ${index}')`
  const section = title =>
    `## ${title} ${number(1e4)}\n\n${paragraph()} See [another page](./page-${(index + 1 + number(40)) % count}.md) and \`value${number(1e4)}\`.\n\n\`\`\`js\n${code}\n\`\`\`\n`
  const list = Array.from({ length: 4 }, () => `- **${WORDS[number(WORDS.length)]}**: ${sentence()}`).join(
    '\n',
  )
  const table = `| option | type |\n| --- | --- |\n${Array.from({ length: 3 }, () => `| \`${WORDS[number(WORDS.length)]}\` | ${WORDS[number(WORDS.length)]} |`).join('\n')}`
  return `# Page ${index} ${WORDS[number(WORDS.length)]}\n\n${paragraph()}\n\n${section('Usage')}\n${list}\n\n${section('Options')}\n${table}\n\n::: tip\n${sentence()}\n:::\n\n${paragraph()}\n`
}

/** As many as real sections have. */
const PER_FOLDER = 40

/** Generates a site of `count` pages in sections of forty, each with a sidebar of its own, as large sites have. */
export function generateSite(folder, count) {
  const content = path.join(folder, 'content')
  for (let index = 0; index < count; index += 1) {
    const section = at => Math.floor(at / PER_FOLDER)
    const file = path.join(content, `part-${section(index)}/page-${index}.md`)
    mkdirSync(path.dirname(file), { recursive: true })
    const link = (_match, to) => `../part-${section(Number(to))}/page-${to}.md`
    writeFileSync(file, pageText(index, count).replaceAll(/\.\/page-(\d+)\.md/g, link))
  }
  writeFileSync(path.join(content, 'README.md'), '# Home\n\nWelcome. [First](./part-0/page-0.md)\n')
  writeFileSync(
    path.join(folder, 'site.config.ts'),
    `import { defineConfig } from 'docsgen'
const parts = Array.from({ length: ${Math.ceil(count / PER_FOLDER)} }, (_, index) => [\`/part-\${index}/\`, 'auto'])
export default defineConfig({
  title: 'Generated',
  url: 'https://docs.example.org',
  theme: { sidebar: Object.fromEntries(parts) },
})
`,
  )
}

/** Adds a sentence to a page. */
export function editBody(file, run) {
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n\nOne more sentence, number ${run}.\n`)
}

/** Changes the first heading of a page. */
export function editTitle(file, run) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^#+ (.*?)(?: \d+x)?$/m, `# $1 ${run}x`))
}
