/**
 * Takes the screenshots that the documentation and the README show: `npm run docs:pictures`. The site in them is the one in
 * `content/`, built with the program in `compiled/`.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import packed from '@sparticuz/chromium'
import { chromium } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '..')
const pictures = path.join(import.meta.dirname, 'public/pictures')
const program = path.join(root, 'bin/docsgen.js')

const DESKTOP = { width: 1200, height: 800 }
const PHONE = { width: 375, height: 720 }

/** Runs docsgen until it ends, or until it has printed a URL, and returns the URL with a function that stops docsgen. */
function run(args, cwd) {
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', chunk => {
      printed += chunk
      const [, origin] = /(http:\/\/localhost:\d+)/.exec(printed) ?? []
      if (origin) resolve({ origin, close: () => child.kill() })
    })
    child.once('exit', code => (code === 0 ? resolve({}) : reject(new Error(printed))))
  })
}

const outDir = await mkdtemp(path.join(tmpdir(), 'docsgen-pictures-'))
await run(['build', '--out-dir', outDir], root)
const server = await run(['preview', '--out-dir', outDir, '--port', '0'], root)
const browser = await chromium.launch({
  executablePath: process.env['DOCSGEN_CHROMIUM'] || (await packed.executablePath()),
  args: ['--no-sandbox'],
})

/** Takes a PNG screenshot of a page; `act` interacts with it first. */
async function shoot(address, viewport, colorScheme, act) {
  const isMobile = viewport === PHONE
  const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 2, isMobile })
  const page = await context.newPage()
  await page.goto(server.origin + address)
  await page.keyboard.press('Shift')
  await page.waitForLoadState('networkidle')
  await act?.(page)
  // Cuts off the space that desktop browsers reserve for a scrollbar.
  const scrollbar = viewport === DESKTOP ? 16 : 0
  const clip = { ...viewport, width: viewport.width - scrollbar, x: 0, y: 0 }
  const image = await page.screenshot({ animations: 'disabled', clip })
  await context.close()
  return image
}

/** Writes HTML with screenshots in it as a WebP of the given width, on a transparent background. */
async function compose(file, html, { css, width, scale = 2, quality = 0.82 }) {
  const page = await browser.newPage({ viewport: { width, height: 100 }, deviceScaleFactor: scale })
  await page.setContent(`<style>body{margin:0;width:${width}px}${css}</style>${html}`)
  const image = await page.screenshot({ fullPage: true, omitBackground: true })
  const load = async ([data, quality]) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${data}`
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), {
      width: picture.width,
      height: picture.height,
    })
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', quality).split(',')[1]
  }
  const webp = await page.evaluate(load, [image.toString('base64'), quality])
  await page.close()
  await writeFile(file, Buffer.from(webp, 'base64'))
}

const picture = image => `<img src="data:image/png;base64,${image.toString('base64')}">`
const FRAME = 'img{border-radius:10px;box-shadow:0 0 0 1px #8886,0 8px 24px #0004}'

/** A page in English on a desktop, and the same page in Japanese on a phone. */
async function twoLanguages() {
  const page = 'guides/getting-started.html'
  const desktop = await shoot(`/${page}`, DESKTOP, 'light')
  const phone = await shoot(`/ja/${page}`, PHONE, 'dark')
  return picture(desktop) + picture(phone)
}

const BOTH = `${FRAME}body{position:relative}img:first-child{display:block;width:87%;margin:1% 0 9% 1%}
img:last-child{position:absolute;right:1.5%;bottom:4%;width:24%;border-radius:14px}`

const search = await shoot('/', DESKTOP, 'light', async page => {
  await page.keyboard.press('Control+k')
  await page.waitForSelector('.search-dialog[open] input:focus')
  await page.keyboard.type('how do I mock a component')
  await page.waitForSelector('.search-dialog [role="option"] mark')
})
const ONE = `${FRAME}img{display:block;width:97%;margin:1% auto 3%}`

await mkdir(pictures, { recursive: true })
const both = await twoLanguages()
// A scale of 1.5 is enough: the home page loads this picture right away.
await compose(path.join(pictures, 'two-languages.webp'), both, {
  css: BOTH,
  width: 640,
  scale: 1.5,
  quality: 0.76,
})
// Small, because it's part of the package.
await compose(path.join(root, 'docs/picture.webp'), both, { css: BOTH, width: 720, scale: 1, quality: 0.6 })
await compose(path.join(pictures, 'search.webp'), picture(search), { css: ONE, width: 720 })

await browser.close()
server.close()
await rm(outDir, { recursive: true })
