import path from 'node:path/posix'

/** Hosts that `init` knows how to publish on. */
export const CI_HOSTS = ['github', 'gitlab', 'netlify', 'cloudflare', 'vercel', 'nginx'] as const
export type CiHost = (typeof CI_HOSTS)[number]

/**
 * The file that has a site checked, built and published on a host, relative to the repository, and what is left to do by hand. `home`
 * is the folder of the package that has the scripts, from the repository, `site` that of the site, from the package; both are
 * POSIX paths, empty for the folder itself.
 */
export function workflowFor(
  host: CiHost,
  { home, site }: { home: string; site: string },
): { path: string; content: string; note: string } {
  const dist = path.join(site, 'dist')
  const published = path.join(home, dist)
  const argument = site ? ` ${site}` : ''
  const settings = 'In the settings of the repository,'
  const noHeaders =
    'This host sends no headers: `security: { meta: true }` in the configuration puts the policy into the documents.'
  if (host === 'netlify') {
    const content = `[build]
${home ? `  base = "${home}"\n` : ''}  command = "npx docsgen check${argument} && npx docsgen build${argument}"
  publish = "${dist}"

[build.environment]
  NODE_VERSION = "22"
`
    return {
      path: 'netlify.toml',
      content,
      note: 'Connect the repository at Netlify: it reads `netlify.toml`.',
    }
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
      junit: ${path.join(home, 'check.xml')}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`
    return { path: '.gitlab-ci.yml', content, note: noHeaders }
  }
  const { publish, note } = {
    github: {
      publish: `      - uses: actions/upload-pages-artifact@v3
        with:
          path: ${published}
      - uses: actions/deploy-pages@v4
`,
      note: `${settings} choose “GitHub Actions” as the source of Pages. ${noHeaders}`,
    },
    cloudflare: {
      publish: `      - run: npx wrangler@4 pages deploy ${dist} --project-name "\${{ vars.CLOUDFLARE_PROJECT }}"
        env:
          CLOUDFLARE_API_TOKEN: \${{ secrets.CLOUDFLARE_API_TOKEN }}
          CLOUDFLARE_ACCOUNT_ID: \${{ secrets.CLOUDFLARE_ACCOUNT_ID }}
`,
      note: `${settings} add the secret \`CLOUDFLARE_API_TOKEN\`, the secret \`CLOUDFLARE_ACCOUNT_ID\`, the variable \`CLOUDFLARE_PROJECT\`.`,
    },
    vercel: {
      publish: `      # The folder is deployed as it is: so Vercel reads the headers and redirects of its vercel.json.
      - run: npx vercel@latest deploy ${dist} --prod --yes --token "$VERCEL_TOKEN"
        env:
          VERCEL_TOKEN: \${{ secrets.VERCEL_TOKEN }}
          VERCEL_ORG_ID: \${{ secrets.VERCEL_ORG_ID }}
          VERCEL_PROJECT_ID: \${{ secrets.VERCEL_PROJECT_ID }}
`,
      note: `${settings} add the secret \`VERCEL_TOKEN\`, the secret \`VERCEL_ORG_ID\`, the secret \`VERCEL_PROJECT_ID\`.`,
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
      note: `${settings} add the secret \`DEPLOY_KEY\`, the secret \`DEPLOY_HOST_KEYS\` (\`ssh-keyscan\`), the variable \`DEPLOY_TARGET\` (\`user@host:/var/www/docs/\`). Have nginx reload its settings when \`nginx-*.conf\` changed.`,
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
