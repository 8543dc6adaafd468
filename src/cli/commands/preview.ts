import path from 'node:path'
import type { PreviewOptions } from '../options.ts'
import { loadConfig } from '../../config/load.ts'
import { isFolder } from '../../lib/files.ts'
import { onExit } from '../../lib/process.ts'
import { preview } from '../../server/preview.ts'
import { type Invocation, printFindings, printLine } from '../terminal.ts'
import { listen, openBrowser } from '../serving.ts'

/** `docsgen preview [dir]`: runs until it is stopped. */
export async function runPreview({ root, terminal }: Invocation, options: PreviewOptions): Promise<number> {
  const overrides = { outDir: options.outDir }
  const { config, findings } = await loadConfig({ root, file: options.config, overrides })
  if (!config) {
    printFindings(terminal, findings)
    return 2
  }
  const outDir = path.resolve(root, config.outDir)
  if (!(await isFolder(outDir))) {
    process.stderr.write(`There is no built site in \`${config.outDir}\`. Run \`docsgen build\` first.\n`)
    return 2
  }
  const starting = preview({
    outDir,
    base: config.base,
    urls: config.urls,
    allowedHosts: config.server.allowedHosts,
    port: options.port,
    strictPort: options.strictPort ?? false,
    host: options.host,
  })
  const listening = await listen(starting, options, terminal)
  if (typeof listening === 'number') return listening
  for (const url of listening.urls) printLine(terminal, `  ${url}${config.base}`)
  if (options.open) openBrowser(`${listening.urls[0]}${config.base}`)
  onExit(listening, ({ close }) => close())
  await listening.closed
  return 0
}
