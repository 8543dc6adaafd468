import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createFolder, type TestSite } from '../site.ts'

/** Copies a site, whose files may not be writable, into a repository with one commit, as `git clone` would give it. */
export function copySite(folder: string): TestSite {
  const site = createFolder()
  const { root } = site
  cpSync(folder, root, { recursive: true })
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args])
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'All')
  return site
}
