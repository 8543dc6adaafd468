import path from 'node:path'
import type { PreviewOptions } from '../options.ts'
import { loadConfig } from '../../config/load.ts'
import { isFolder } from '../../lib/files.ts'
import { preview } from '../../server/preview.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'
import { explainListening } from '../explain-listening.ts'
import { openBrowser } from '../open-browser.ts'

/** `docsgen preview [dir]`: runs until it is stopped. */
export async function runPreview(dir: string, options: PreviewOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const overrides = { outDir: options.outDir }
  const { config, findings } = await loadConfig({ root, file: options.config, overrides })
  if (!config) {
    await printFindings(terminal, findings)
    return 2
  }
  const outDir = path.resolve(root, config.outDir)
  if (!(await isFolder(outDir))) {
    process.stderr.write(`There is no built site in \`${config.outDir}\`. Run \`docsgen build\` first.\n`)
    return 2
  }
  const { port, strictPort = false, host } = options
  const listening = await preview({
    outDir,
    base: config.base,
    urls: config.urls,
    allowedHosts: config.server.allowedHosts,
    port,
    strictPort,
    host,
  }).catch((error: unknown) => explainListening(error, options))
  if (typeof listening === 'number') return listening
  if ('busy' in listening) {
    process.stderr.write(`Port ${listening.busy} is taken. Choose another with \`--port\`.\n`)
    return 1
  }
  if (listening.port !== port && port !== 0)
    printLine(terminal, `Port ${port} is taken; using ${listening.port}.`)
  if (host) printLine(terminal, 'The server can be reached from the network.')
  for (const url of listening.urls) printLine(terminal, `  ${url}${config.base}`)
  if (options.open) openBrowser(`${listening.urls[0]}${config.base}`)
  await new Promise(resolve => listening.server.once('close', resolve))
  return 0
}
