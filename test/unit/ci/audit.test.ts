import { describe, expect, it } from 'vitest'
import { bundledPackages, listProblems } from '../../../.ci/audit.mjs'

const weak = (name: string, ...via: (string | { title: string; url: string })[]) => ({
  name,
  severity: 'high',
  via,
  nodes: [`node_modules/${name}`],
})
const advisory = { title: 'Runs forever', url: 'https://example.org/1' }

describe('weaknesses of what users get', () => {
  it('are those of packages that are handed on, each once where it is', () => {
    const vulnerabilities = {
      yaml: weak('yaml', advisory),
      vitest: weak('vitest', advisory),
      unified: weak('unified', 'yaml'),
    }
    expect(listProblems({ vulnerabilities }, folder => !folder.endsWith('/vitest'))).toEqual([
      'high: yaml: Runs forever https://example.org/1',
    ])
  })

  it('concern the packages that the licences name', () => {
    const text = '@a/b 1.2.3 (MIT)\n\nSome 1.0 (text)\n\n----\n\nyaml 2.9.1 (ISC)\n\nText\n'
    expect([...bundledPackages(text)]).toEqual(['@a/b 1.2.3', 'yaml 2.9.1'])
  })
})
