import path from 'node:path/posix'

/** Hosts that `init` knows how to publish on. */
export const CI_HOSTS = ['github', 'gitlab', 'netlify', 'cloudflare', 'vercel', 'nginx'] as const
export type CiHost = (typeof CI_HOSTS)[number]

/** Where a site lies; POSIX paths, empty for the folder itself. */
export interface SiteFolders {
  /** Folder of the package that has the scripts, from the repository. */
  home: string
  /** Folder of the site, from the package. */
  site: string
}

/** A file that publishes the site, relative to the repository, and what is left to do by hand. */
interface Workflow {
  path: string
  content: string
  /** What is left to configure by hand. */
  note?: string
}

const secrets = (...names: string[]) => `In the settings of the repository, add ${names.join(', ')}.`
const secret = (name: string) => `the secret \`${name}\``
const variable = (name: string) => `the variable \`${name}\``
const NO_HEADERS =
  'This host sends no headers: `security: { meta: true }` in the configuration puts the policy into the documents.'

/** The file that has the site checked, built and published on a host. */
export function workflowFor(host: CiHost, folders: SiteFolders): Workflow {
  const { home, site } = folders
  const dist = path.join(site, 'dist')
  switch (host) {
    case 'github':
      return actions(folders, {
        note: `In the settings of the repository, choose “GitHub Actions” as the source of Pages. ${NO_HEADERS}`,
        permissions: { contents: 'read', pages: 'write', 'id-token': 'write' },
        environment: 'github-pages',
        before: '      - uses: actions/configure-pages@v5\n        id: pages\n',
        base: ' --base "${{ steps.pages.outputs.base_path }}/"',
        publish: `      - uses: actions/upload-pages-artifact@v3
        with:
          path: ${path.join(home, dist)}
      - uses: actions/deploy-pages@v4
`,
      })
    case 'cloudflare':
      return actions(folders, {
        note: secrets(
          secret('CLOUDFLARE_API_TOKEN'),
          secret('CLOUDFLARE_ACCOUNT_ID'),
          variable('CLOUDFLARE_PROJECT'),
        ),
        publish: `      - run: npx wrangler@4 pages deploy ${dist} --project-name "\${{ vars.CLOUDFLARE_PROJECT }}"
        env:
          CLOUDFLARE_API_TOKEN: \${{ secrets.CLOUDFLARE_API_TOKEN }}
          CLOUDFLARE_ACCOUNT_ID: \${{ secrets.CLOUDFLARE_ACCOUNT_ID }}
`,
      })
    case 'vercel':
      return actions(folders, {
        note: secrets(secret('VERCEL_TOKEN'), secret('VERCEL_ORG_ID'), secret('VERCEL_PROJECT_ID')),
        publish: `      # The folder is deployed as it is: so Vercel reads the headers and redirects of its vercel.json.
      - run: npx vercel@latest deploy ${dist} --prod --yes --token "$VERCEL_TOKEN"
        env:
          VERCEL_TOKEN: \${{ secrets.VERCEL_TOKEN }}
          VERCEL_ORG_ID: \${{ secrets.VERCEL_ORG_ID }}
          VERCEL_PROJECT_ID: \${{ secrets.VERCEL_PROJECT_ID }}
`,
      })
    case 'nginx':
      return actions(folders, {
        note: `${secrets(secret('DEPLOY_KEY'), `${secret('DEPLOY_HOST_KEYS')} (\`ssh-keyscan\`)`, `${variable('DEPLOY_TARGET')} (\`user@host:/var/www/docs/\`)`)} Have nginx reload its settings when \`nginx-*.conf\` changed.`,
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
      })
    case 'gitlab':
      return gitlab(folders)
    case 'netlify':
      return netlify(folders)
  }
}

const argumentOf = ({ site }: SiteFolders) => (site ? ` ${site}` : '')

interface Steps {
  note: string
  permissions?: Record<string, string>
  environment?: string
  /** Steps before the build. */
  before?: string
  /** Further options of the build. */
  base?: string
  /** Steps after it. */
  publish: string
}

/** A workflow of GitHub Actions. */
function actions(folders: SiteFolders, steps: Steps): Workflow {
  const { note, permissions = { contents: 'read' }, environment, before = '', base = '', publish } = steps
  const allowed = Object.entries(permissions).map(([name, access]) => `  ${name}: ${access}\n`)
  const within = environment === undefined ? '' : `    environment: ${environment}\n`
  const defaults = folders.home
    ? `    defaults:\n      run:\n        working-directory: ${folders.home}\n`
    : ''
  const content = `name: docs
on:
  push:
    branches: [main]
permissions:
${allowed.join('')}jobs:
  deploy:
    runs-on: ubuntu-latest
${within}${defaults}    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install
${before}      - run: npx docsgen check${argumentOf(folders)} --format github
      - run: npx docsgen build${argumentOf(folders)}${base}
${publish}`
  return { path: '.github/workflows/docs.yml', content, note }
}

function gitlab(folders: SiteFolders): Workflow {
  const enter = folders.home ? `    - cd ${folders.home}\n` : ''
  const report = path.join(folders.home, 'check.xml')
  return {
    path: '.gitlab-ci.yml',
    content: `pages:
  image: node:22
  variables:
    GIT_DEPTH: 0
  script:
${enter}    - npm install
    - npx docsgen check${argumentOf(folders)} --format junit --output check.xml
    - npx docsgen build${argumentOf(folders)} --base "$(node -p 'new URL(process.env.CI_PAGES_URL + "/").pathname')"
  pages:
    publish: ${path.join(folders.home, folders.site, 'dist')}
  artifacts:
    when: always
    paths:
      - ${path.join(folders.home, folders.site, 'dist')}
    reports:
      junit: ${report}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`,
    note: NO_HEADERS,
  }
}

function netlify(folders: SiteFolders): Workflow {
  const base = folders.home ? `  base = "${folders.home}"\n` : ''
  return {
    path: 'netlify.toml',
    content: `[build]
${base}  command = "npx docsgen check${argumentOf(folders)} && npx docsgen build${argumentOf(folders)}"
  publish = "${path.join(folders.site, 'dist')}"

[build.environment]
  NODE_VERSION = "22"
`,
    note: 'Connect the repository at Netlify: it reads `netlify.toml`.',
  }
}
