import { findChromium } from './browser.ts'

/**
 * Unpacks the packed Chromium before any test starts: files run at the same time, and one of them would start what another
 * is still writing.
 */
export default async function unpackChromium(): Promise<void> {
  await findChromium()
}
