import { chmodSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../../browser/browser.ts'
import type { Project } from './project.ts'

/** A command that starts Chromium for Karma without its sandbox, which containers and the user root do not have. */
export async function karmaBrowser(project: Project): Promise<string> {
  const command = `#!/bin/sh\nexec '${await findChromium()}' --no-sandbox --disable-dev-shm-usage "$@"\n`
  project.write('chromium.sh', command)
  const file = path.join(project.folder, 'chromium.sh')
  chmodSync(file, 0o755)
  return file
}
