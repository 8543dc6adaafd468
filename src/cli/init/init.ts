/** Writes a new site, or migrates one, with scripts, ignored files and a workflow. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Importer, type NewFile, outsideOf, printConfig } from '../../import/common/importer.ts'
import {
  exists,
  folderWith,
  isLink,
  readText,
  removeLeftovers,
  refusedFinding,
  repositoryOf,
  sitePath,
  writeFileWhole,
} from '../../lib/files.ts'
import { listNames } from '../../check/rules/rule.ts'
import { packageVersion } from '../../lib/package.ts'
import { createScaffold, type ScaffoldOptions, untranslated } from './scaffold.ts'

export interface InitResult {
  root: string
  /** Files written, relative to it. */
  written: string[]
  imported: string[]
  notes: string[]
}

/** `code`: exit code, by default 2. */
type InitProblem = { problem: string; code?: 1 }

export interface NewSite extends ScaffoldOptions {
  ci?: CiHost | undefined
}

export function initSite(root: string, options: NewSite) {
  const { files, notes } = prepareProject(root, options.ci)
  const folders = untranslated(options.languages).map(path => `\`content${path}\``)
  if (folders.length > 0)
    notes.unshift(`The first pages in ${folders.join(', ')} are still in English. Translate them.`)
  const changed = files.map(file => ({ ...file, replaces: true }))
  return writeAll(root, [...createScaffold(options), ...changed], { notes, imported: [] })
}

export async function initFrom(read: Importer, dir: string) {
  const found = await read(dir)
  if ('problem' in found) return { problem: found.problem }
  const { root, config, sources, imported, notes, files = [], copies = [] } = found
  const isBeyond = outsideOf(root, dir)
  const isOutside = (file: string) => isBeyond(path.resolve(root, file))
  const foreign = sources.find(isOutside)
  const problem = `\`${foreign}\` is a symbolic link to a folder outside the repository. Move the pages into the repository first.`
  if (foreign) return { problem }
  const left = copies.filter(({ from }) => isOutside(from)).map(({ from }) => from)
  if (left.length > 0)
    notes.push(`Skipped symbolic links that point outside the repository: ${listNames(left)}.`)
  // If several pages claim one address, the first is written.
  const once = new Map<string, NewFile>()
  const doubles: string[] = []
  for (const file of files) {
    const claim = file.path.replace(/(?:\/README)?\.md$/, '')
    if (!once.has(claim)) once.set(claim, file)
    else doubles.push(`Several pages have the same URL as \`${file.path}\`. Only the first one was imported.`)
  }
  const own = copies.filter(({ from }) => !isOutside(from)).map(({ from, to }) => ({ path: to, from }))
  const all = [{ path: 'site.config.ts', content: printConfig(config) }, ...once.values(), ...own]
  const result = writeAll(root, all, { notes: [...doubles, ...notes], imported })
  if ('problem' in result) return result
  const { countBrokenLinks } = await import('../../check/run.ts')
  const broken = await countBrokenLinks(root)
  if (broken === 0) return result
  // The site must build before anybody has fixed them.
  const text = printConfig({ ...config, check: { ...config.check, build: 'warn' } })
  const many = broken === 1 ? '1 link, anchor or file was' : `${broken} links, anchors or files were`
  const comment = `  // ${many} broken when the site was imported. Run \`docsgen check\` to list the remaining ones.\n`
  writeFileWhole(path.join(root, 'site.config.ts'), text.replace(/^(?= {2}check:)/m, comment))
  const note = `${many} broken before the import. \`check.build: 'warn'\` lets you build anyway; \`docsgen check\` lists them.`
  return { ...result, notes: [...result.notes, note] }
}

type WrittenFile = { path: string; replaces?: boolean } & ({ content: string } | { from: string })

/** Overwrites nothing: a file that exists stops everything. */
function writeAll(
  root: string,
  files: readonly WrittenFile[],
  said: Pick<InitResult, 'imported' | 'notes'>,
): InitResult | InitProblem {
  const targets = files.filter(({ replaces }) => !replaces).map(file => file.path)
  const folders = new Set(targets.map(target => path.dirname(target)))
  for (const folder of folders) {
    const parts = folder.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
    const link = parts.find(part => isLink(path.join(root, part)))
    const problem = `No files were written: \`${link}\` is a symbolic link, so the files would end up in its target.`
    if (link) return { problem }
  }
  for (const folder of folders) removeLeftovers(path.join(root, folder))
  const present = targets.filter(target => exists(path.join(root, target)))
  const verb = present.length === 1 ? 'exists' : 'exist'
  if (present.length > 0) return { problem: `No files were written: ${listNames(present)} already ${verb}.` }
  try {
    for (const file of files) {
      const content = 'from' in file ? readFileSync(path.join(root, file.from)) : file.content
      writeFileWhole(path.join(root, file.path), content, { isNew: !file.replaces })
    }
  } catch (error) {
    const { code, path: file = '' } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') return { problem: refusedFinding(error).message, code: 1 }
    const name = path.relative(process.cwd(), file)
    return { problem: `Another process just created \`${name}\`, so it wasn't overwritten.` }
  }
  return { root, written: files.map(file => file.path), ...said }
}

function findProject(root: string) {
  const repository = repositoryOf(root)
  // Without a repository, the project is where the command was given.
  const isBelow = repository === root && root.startsWith(process.cwd() + path.sep)
  const project = isBelow ? process.cwd() : repository
  return { project, home: folderWith('package.json', root, project) }
}

export function initWorkflow(root: string, ci: CiHost) {
  const { files, notes } = prepareWorkflow(root, ci)
  return writeAll(root, files, { notes, imported: [] })
}

function prepareWorkflow(root: string, ci: CiHost) {
  const { project, home = root } = findProject(root)
  const places = { home: sitePath(project, home), site: sitePath(home, root) }
  const { path: name, content, note } = workflowFor(ci, places)
  const file = path.join(project, name)
  if (exists(file)) return { files: [], notes: [`\`${name}\` already exists, so it wasn't changed.`] }
  return { files: [{ path: sitePath(root, file), content }], notes: [note] }
}

/** `notes` say what is left to do by hand. */
function prepareProject(root: string, ci: CiHost | undefined) {
  const { project, home } = findProject(root)
  const files: NewFile[] = []
  const notes: string[] = []
  const commands = ['dev', 'build', 'preview', 'check']
  if (!home) {
    const scripts = Object.fromEntries(commands.map(name => [name, `docsgen ${name}`]))
    const devDependencies = { docsgen: `^${packageVersion()}` }
    const made = { private: true, type: 'module', scripts, devDependencies }
    files.push({ path: 'package.json', content: `${JSON.stringify(made, null, 2)}\n` })
  } else addScripts(home)
  const ignored = readText(path.join(root, '.gitignore')) ?? ''
  const names = new Set(ignored.split(/\r?\n/).map(line => line.trim().replace(/^\/|\/$/g, '')))
  const missing = ['dist', 'node_modules'].filter(name => !names.has(name)).map(name => `${name}/\n`)
  const start = ignored === '' || ignored.endsWith('\n') ? ignored : `${ignored}\n`
  if (missing.length > 0) files.push({ path: '.gitignore', content: start + missing.join('') })
  const folder = home ?? root
  const schema = `./${path.posix.join(sitePath(project, folder), 'node_modules/docsgen/compiled/schema/frontmatter.json')}`
  const schemas = {
    'yaml.schemas': { [schema]: path.posix.join(sitePath(project, root), 'content/**/*.md') },
  }
  const settings = path.join(project, '.vscode/settings.json')
  if (!exists(settings))
    files.push({ path: sitePath(root, settings), content: `${JSON.stringify(schemas, null, 2)}\n` })
  else if (!readText(settings)?.includes(schema))
    notes.push(
      `To validate frontmatter in VS Code, add this to \`.vscode/settings.json\`: \`${JSON.stringify(schemas).slice(1, -1)}\`.`,
    )
  const workflow = ci ? prepareWorkflow(root, ci) : { files: [], notes: [] }
  return { files: [...files, ...workflow.files], notes: [...notes, ...workflow.notes] }

  function addScripts(folder: string) {
    const file = path.join(folder, 'package.json')
    const text = readFileSync(file, 'utf8')
    const site = sitePath(folder, root)
    const wanted = commands.map(name => [`docs:${name}`, `docsgen ${name}${site ? ` ${site}` : ''}`] as const)
    try {
      const all = JSON.parse(text) as { scripts?: Record<string, string> }
      const added = wanted.filter(([name]) => all.scripts?.[name] === undefined)
      if (added.length === 0) return
      const merged = { ...all, scripts: { ...all.scripts, ...Object.fromEntries(added) } }
      const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
      const content = JSON.stringify(merged, null, indent) + (text.endsWith('\n') ? '\n' : '')
      files.push({ path: sitePath(root, file), content })
    } catch {
      const lacking = wanted.map(([, command]) => `\`${command}\``).join(', ')
      notes.push(`\`package.json\` isn't valid JSON. Fix it, then add these scripts: ${lacking}.`)
    }
  }
}

export const CI_HOSTS = ['github', 'gitlab', 'netlify', 'cloudflare', 'vercel', 'nginx'] as const
type CiHost = (typeof CI_HOSTS)[number]

/** POSIX paths: `home` from the repository to the package, `site` from there to the site. Empty for the folder itself. */
export function workflowFor(host: CiHost, { home, site }: { home: string; site: string }) {
  const dist = path.posix.join(site, 'dist')
  const published = path.posix.join(home, dist)
  const argument = site ? ` ${site}` : ''
  const settings = 'In the repository settings,'
  const noHeaders =
    "This host can't send custom headers. To add the content security policy to the pages instead, set `security: { meta: true }`."
  if (host === 'netlify') {
    const content = `[build]
${home ? `  base = "${home}"\n` : ''}  command = "npx docsgen check${argument} && npx docsgen build${argument}"
  publish = "${dist}"

[build.environment]
  NODE_VERSION = "22"
`
    const note = 'Connect the repository to Netlify, which reads `netlify.toml`.'
    return { path: 'netlify.toml', content, note }
  }
  if (host === 'gitlab') {
    const content = `pages:
  image: node:22
  variables:
    GIT_DEPTH: 0
  script:
${home ? `    - cd ${home}\n` : ''}    - npm install
    - npx docsgen check${argument} --format junit --output check.xml
    - npx docsgen build${argument} --base "$(node -p 'new URL(process.env.CI_PAGES_URL + "/").pathname')"
  pages:
    publish: ${published}
  artifacts:
    when: always
    paths:
      - ${published}
    reports:
      junit: ${path.posix.join(home, 'check.xml')}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`
    return { path: '.gitlab-ci.yml', content, note: noHeaders }
  }
  const secrets = (...names: string[]) =>
    `        env:\n${names.map(name => `          ${name}: \${{ secrets.${name} }}\n`).join('')}`
  const { publish, note } = {
    github: {
      publish: `      - uses: actions/upload-pages-artifact@v3
        with:
          path: ${published}
      - uses: actions/deploy-pages@v4
`,
      note: `${settings} select “GitHub Actions” as the source of GitHub Pages. ${noHeaders}`,
    },
    cloudflare: {
      publish: `      - run: npx wrangler@4 pages deploy ${dist} --project-name "\${{ vars.CLOUDFLARE_PROJECT }}"
${secrets('CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID')}`,
      note: `${settings} add the secrets \`CLOUDFLARE_API_TOKEN\` and \`CLOUDFLARE_ACCOUNT_ID\`, and the variable \`CLOUDFLARE_PROJECT\`.`,
    },
    vercel: {
      publish: `      # The folder is deployed unchanged, so Vercel reads headers and redirects from its vercel.json.
      - run: npx vercel@latest deploy ${dist} --prod --yes --token "$VERCEL_TOKEN"
${secrets('VERCEL_TOKEN', 'VERCEL_ORG_ID', 'VERCEL_PROJECT_ID')}`,
      note: `${settings} add the secrets \`VERCEL_TOKEN\`, \`VERCEL_ORG_ID\` and \`VERCEL_PROJECT_ID\`.`,
    },
    nginx: {
      publish: `      - run: |
          install -d -m 700 ~/.ssh
          printf '%s\\n' "$KEY" > ~/.ssh/id_ed25519
          chmod 600 ~/.ssh/id_ed25519
          printf '%s\\n' "$HOST_KEYS" > ~/.ssh/known_hosts
          rsync -rtz --delete-delay --delay-updates ${dist}/ "$TARGET"
        env:
          KEY: \${{ secrets.DEPLOY_KEY }}
          HOST_KEYS: \${{ secrets.DEPLOY_HOST_KEYS }}
          TARGET: \${{ vars.DEPLOY_TARGET }}
`,
      note: `${settings} add the secrets \`DEPLOY_KEY\` and \`DEPLOY_HOST_KEYS\` (\`ssh-keyscan\`), and the variable \`DEPLOY_TARGET\` (\`user@host:/var/www/docs/\`). Reload nginx whenever \`nginx-*.conf\` changes.`,
    },
  }[host]
  const onPages = (part: string) => (host === 'github' ? part : '')
  const content = `name: docs
on:
  push:
    branches: [main]
permissions:
  contents: read
${onPages('  pages: write\n  id-token: write\n')}jobs:
  deploy:
    runs-on: ubuntu-latest
${onPages('    environment: github-pages\n')}${home ? `    defaults:\n      run:\n        working-directory: ${home}\n` : ''}    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install
${onPages('      - uses: actions/configure-pages@v5\n        id: pages\n')}      - run: npx docsgen check${argument} --format github
      - run: npx docsgen build${argument}${onPages(' --base "${{ steps.pages.outputs.base_path }}/"')}
${publish}`
  return { path: '.github/workflows/docs.yml', content, note }
}
