import { createServer } from 'node:http'
import { type Closable, startClosable } from '../support/closable.ts'
import { createTestSite, PNG, type TestSite } from '../sites/site.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

/** Another origin, which has everything that is asked for and remembers what that was. */
export interface Elsewhere extends Closable {
  origin: string
  asked: string[]
}

export async function startElsewhere(scripts: (name: string) => string = () => ''): Promise<Elsewhere> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    const name = url.replace(/[?#].*$/, '')
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const [type, body] = ANSWERS[extension] ?? ['application/octet-stream', '']
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
    response.end(extension === 'js' ? scripts(name) : body)
  })
  const closable = await startClosable(server, '127.0.0.1')
  return { ...closable, origin: `http://127.0.0.1:${closable.port}`, asked }
}

const ANSWERS: Record<string, [type: string, body: string | Buffer]> = {
  png: ['image/png', PNG],
  svg: ['image/svg+xml', SVG],
  js: ['text/javascript', ''],
  css: ['text/css', ''],
  html: ['text/html', '<p>A frame.</p>'],
}

/** Loads everything there is to load, from its own origin, one that is fine and one that is not. @param extra keys of the configuration */
export function createPolicySite(fine: string, other: string, extra: string): TestSite {
  return createTestSite({
    'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Policy',
  head: [
    { tag: 'script', attributes: { src: '${fine}/head.js', defer: true } },
    { tag: 'link', attributes: { rel: 'stylesheet', href: '/own.css' } },
    { tag: 'link', attributes: { rel: 'stylesheet', href: '${fine}/head.css' } },
  ],
  markdown: { html: 'allow' },
  analytics: { provider: 'plausible', domain: 'a.example', script: '${fine}/analytics.js' },
  ${extra}
})
`,
    'content/README.md': `# Home

[Media](./media.md) ![](${fine}/home.png "a")
`,
    'content/media.md': `# Media

![Own](./own.png) ![Fine](${fine}/markdown.png)

<img src="./own.png" alt="" width="3"> <img src="${fine}/raw.png" srcset="${fine}/raw-2.png 2x" alt="">
<picture><source srcset="${fine}/source.png"><img src="./own.png" alt=""></picture>

<video src="./own.mp4" poster="./own.png" preload="auto"></video>
<video src="${fine}/video.mp4" poster="${fine}/poster.png" preload="auto"></video>
<audio preload="auto"><source src="./own.mp3"><source src="${fine}/audio.mp3"></audio>

<iframe src="/demo.html" title="own"></iframe>
<iframe src="${fine}/frame.html" title="fine"></iframe>

<object data="./own.svg" type="image/svg+xml"></object>
<object data="${other}/object.svg" type="image/svg+xml"></object>

<form action="${other}/form"><button>Send</button></form>
`,
    'content/own.png': PNG,
    'content/own.svg': SVG,
    'content/own.mp4': Buffer.alloc(100),
    'content/own.mp3': Buffer.alloc(100),
    'public/demo.html': `<!doctype html><title>Demo</title><img src="own.png" alt="">
<script>document.title = 'ran'</script>
`,
    'public/own.png': PNG,
    'public/own.css': `@font-face { font-family: Own; src: url(own.woff2) }
@font-face { font-family: Other; src: url("${other}/font.woff2") }
h1 { font-family: Own, Other }
body { background: url(${fine}/background.png) }
`,
    'public/own.woff2': Buffer.alloc(100),
  })
}
