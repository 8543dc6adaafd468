import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { formatProfile } from '../check/report/profile-text.ts'
import { formatTrace } from '../check/report/profile-trace.ts'
import type { BuildOptions, BuildResult } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { Profile } from '../schema/profile.ts'
import { Recorder } from '../cache/workers/recorder.ts'

/** Where profiles are, relative to the root, unless another folder is named. */
const FOLDER = '.docsgen/profile'

/** Builds with `make` and writes where time and memory went. Loaded for builds that want that alone. */
export async function profileBuild(
  { profile, ...options }: BuildOptions & { profile: string | true },
  make: (options: BuildOptions, recorder: Recorder) => Promise<BuildResult>,
): Promise<BuildResult> {
  const folder = path.resolve(options.root, profile === true ? FOLDER : profile)
  const recorder = new Recorder()
  const progress: BuildOptions['progress'] = (stage, time) => {
    recorder.lap(stage)
    options.progress?.(stage, time)
  }
  const result = await make({ ...options, progress }, recorder)
  const finding = writeProfile(folder, recorder.finish())
  return finding ? { ...result, findings: [...result.findings, finding] } : { ...result, profile: folder }
}

/** A site that is built is not worth less for a profile that could not be written. */
function writeProfile(folder: string, profile: Profile): Finding | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, '.gitignore'), '*\n')
    writeFileSync(path.join(folder, 'profile.txt'), formatProfile(profile))
    writeFileSync(path.join(folder, 'trace.json'), formatTrace(profile))
    return undefined
  } catch (error) {
    const { message } = error as Error
    return { rule: 'output/write', severity: 'warning', message: `The profile cannot be written: ${message}` }
  }
}
