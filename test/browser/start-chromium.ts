import packed from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ARGUMENTS } from './browser.ts'

/** One Chromium for all files: that of `DOCSGEN_CHROMIUM`, else the packed one of the development dependencies. */
export default async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['DOCSGEN_CHROMIUM'] || (await packed.executablePath())
  const server = await chromium.launchServer({ executablePath, args: ARGUMENTS })
  project.provide('chromium', { address: server.wsEndpoint(), executablePath })
  return () => server.close()
}
