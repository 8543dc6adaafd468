import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ARGUMENTS, findChromium } from './browser.ts'

/** Starts one Chromium for all files: each has contexts of its own in it. */
export default async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: await findChromium(), args: ARGUMENTS })
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}
