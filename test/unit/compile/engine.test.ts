import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
const { flagFor } = (await import('../../../bin/engine.js' as string)) as {
  flagFor(version: string): string | undefined
}

describe('the engine', () => {
  it('has another flag since V8 12, and is left alone where nothing is known', () => {
    expect(flagFor('11.3.244.8-node.33')).toBe('--interrupt-budget=1600000')
    expect(flagFor('12.4.254.21-node.33')).toBe('--invocation-count-for-turbofan=20000')
    expect(flagFor('13.6.233.17-node.40')).toBe('--invocation-count-for-turbofan=20000')
    expect(flagFor('10.2.154.26-node.38')).toBeUndefined()
    expect(flagFor('99.0.0')).toBeUndefined()
  })

  it('knows its flag', () => {
    const flag = flagFor(process.versions.v8)
    const { status, stderr } = spawnSync(process.execPath, [...(flag ? [flag] : []), '--eval', '0'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
