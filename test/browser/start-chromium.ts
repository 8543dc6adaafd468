import packed from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ARGUMENTS } from './browser.ts'

/**
 * Starts one Chromium for all files: each has contexts of its own in it. It is the one that `DOCSGEN_CHROMIUM` names, else the packed
 * one of the development dependencies.
 */
export default async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['DOCSGEN_CHROMIUM'] || (await packed.executablePath())
  const server = await chromium.launchServer({ executablePath, args: ARGUMENTS })
  project.provide('chromium', { address: server.wsEndpoint(), executablePath })
  return () => server.close()
}
