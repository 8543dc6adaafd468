import path from 'node:path'
import { parse } from 'yaml'
import { exists, listFiles, readText } from '../../lib/files.ts'
import { evaluate, type Evaluated, noteMissing } from '../common/evaluate.ts'
import { atTheTop, findFile, findFolder, findVersion, listSources } from '../common/find.ts'
import { type Importer, noteNames, Notes } from '../common/importer.ts'
import { values } from '../common/values.ts'
import {
  countContainers,
  createFindPage,
  describeSite,
  finishSite,
  noteCustomizations,
  readPages,
} from '../common/vue.ts'
import { translateVuepress } from './config.ts'

/** Reads YAML, and runs JavaScript and TypeScript in `cwd`, as VuePress would. */
async function evaluateVuepress(file: string | undefined, cwd: string): Promise<Evaluated> {
  if (!file) return { config: {}, missing: [] }
  if (/\.ya?ml$/.test(file)) {
    try {
      return { config: parse(readText(file) ?? '') as unknown, missing: [] }
    } catch (error) {
      return { error: (error as Error).message, missing: [] }
    }
  }
  if (!/\.[jt]s$/.test(file))
    return { error: `\`${path.basename(file)}\` can't be read. Convert it to \`config.js\`.`, missing: [] }
  const vuepressDir = path.dirname(file)
  const folders = { cwd, vuepressDir, sourceDir: path.dirname(vuepressDir) }
  const context = { isProd: true, isTest: false, version: '1.9.10', options: {}, cliOptions: {}, ...folders }
  return evaluate({ file, stubs: '^vuepress/config$', context }, cwd)
}

/** From VuePress 1.5.4 on, ids of accents and some letters differ. */
export function chooseSlugs(root: string): { slugs: 'vuepress' | 'vuepress-nfkd'; reason: string } {
  const found = findVersion(root, ['vuepress', '@vuepress/core', '@vuepress/shared-utils'])
  if (!found)
    return {
      slugs: 'vuepress',
      reason:
        "No lock file or `package.json` lists VuePress, so heading ids match 1.5.3 (`slugs: 'vuepress'`). Set `'vuepress-nfkd'` if you built the site with 1.5.4 or later.",
    }
  const { version, file } = found
  const slugs = isBefore154(version) ? 'vuepress' : 'vuepress-nfkd'
  const those = slugs === 'vuepress' ? 'up to 1.5.3' : 'from 1.5.4 on'
  const reason = `Heading ids match VuePress ${those} (\`slugs: '${slugs}'\`): \`${file}\` lists version \`${version}\`.`
  return { slugs, reason }
}

/** A range means the newest version that it allows, which npm installs. */
function isBefore154(version: string) {
  const [, sign = '', ...digits] = /^([\^~<>=v ]*)(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
  const [major = 1, minor = Infinity, patch = Infinity] = digits.filter(Boolean).map(Number)
  if (major !== 1 || /\^|>/.test(sign)) return major < 1
  return minor < 5 || (minor === 5 && patch < 4 && !/[~<]/.test(sign))
}

/** Variables of `palette.styl`: names without `$` → `#rgb` or `#rrggbb`. */
export function readPalette(styl: string) {
  const written = styl.replace(/\/\*[^]*?\*\//g, '')
  const variables = written.matchAll(/^[ \t]*\$([\w-]+)\s*[:?]?=\s*(#[\da-f]{3}(?:[\da-f]{3})?)\b/gim)
  return new Map([...variables].map(([, name = '', color = '']) => [name, color.toLowerCase()]))
}

const CONFIGS = ['yml', 'yaml', 'toml', 'js', 'ts'].map(ending => `config.${ending}`)

export const readVuepress: Importer = async dir => {
  const found = findFolder(dir, '.vuepress')
  if ('problem' in found) return { root: dir, problem: found.problem }
  if (found.isRepository) return { root: dir, problem: atTheTop('.vuepress') }
  const { folder } = found
  const { dir: root, base: source } = path.parse(folder)
  const file = findFile(folder, ['.vuepress'], CONFIGS)
  const { config: given, error, missing } = await evaluateVuepress(file, root)
  if (error !== undefined) return { root, problem: `The VuePress configuration failed to load: ${error}` }
  const notes = new Notes()
  noteMissing(
    missing.filter(name => name !== 'markdown-it-include'),
    notes.add,
  )
  const settings = path.join(folder, '.vuepress')
  const files = await listSources(folder)
  const pages = await readPages(folder, files)
  const permalinks = pages.flatMap(({ text }) => {
    const [, , permalink] = /^permalink:[ \t]*(['"]?)(\/[^\s:'"]*)\1[ \t]*$/m.exec(text.slice(0, 4000)) ?? []
    return permalink ?? []
  })
  const { slugs, reason } = chooseSlugs(root)
  const config = translateVuepress({
    config: values(given),
    source,
    findPage: createFindPage(files, permalinks),
    redirects: readText(path.join(settings, 'public/_redirects')) ?? '',
    slugs,
    palette: readPalette(readText(path.join(settings, 'styles/palette.styl')) ?? ''),
    pagesWith: name => countContainers(pages, name),
    note: notes.add,
  })
  const own = (name: string) => `.vuepress/${name}`
  const programs = ['theme', 'enhanceApp.js', 'enhanceApp.ts'].map(own)
  noteCustomizations(
    notes,
    programs.filter(file => exists(path.join(folder, file))),
  )
  const styles = (await listFiles(path.join(settings, 'styles'))).map(file => `styles/${file}`)
  const sheets = [...styles, 'override.styl', 'style.styl'].filter(
    file => !file.endsWith('palette.styl') && readText(path.join(settings, file))?.trim(),
  )
  noteNames(
    notes.add,
    sheets.map(own),
    quoted =>
      `Style sheets weren't imported: ${quoted}. Move any rules you want to keep to \`templates/styles/\`.`,
  )
  const isVue = (file: string) => file.endsWith('.vue')
  const vue = files.filter(isVue)
  if (vue.length > 0)
    notes.add(`Pages written as Vue components weren't imported: ${vue.join(', ')}.`, vue.length)
  const components = (await listFiles(path.join(settings, 'components'))).filter(isVue)
  return finishSite(notes, {
    config,
    root,
    source,
    dir,
    includeRoot: config.markdown?.includeRoot ?? '.',
    pages,
    // `Foo/Bar.vue` is `Foo-Bar`.
    components: new Map(
      components.map(file => [file.slice(0, -4).replaceAll('/', '-'), own(`components/${file}`)]),
    ),
    imported: [
      `${describeSite(config, pages.length)}; all URLs stay the same.`,
      ...(config.theme?.colors
        ? ['`theme.colors` uses the colors in `palette.styl`, with more contrast where text needs it.']
        : []),
      reason,
    ],
  })
}
