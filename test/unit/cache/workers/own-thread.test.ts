import { describe, expect, it } from 'vitest'
import { jobs } from '../../../../src/cache/workers/jobs.ts'
import { OwnThread } from '../../../../src/cache/workers/own-thread.ts'

describe('jobs in the thread of the session', () => {
  it('takes no more work once an item was ended', async () => {
    const { pack } = jobs
    jobs.pack = (_setup, plans, each) =>
      each(plans as unknown as number[], plan => {
        while (plan === 2);
        return plan
      }) as unknown as ReturnType<typeof pack>
    try {
      const own = new OwnThread(50)
      const setup = undefined as never
      expect(await own.helper.help('pack', setup, [0, 1])).toEqual([0, 1])
      expect(own.isUsable).toBe(true)
      expect(await own.helper.help('pack', setup, [0, 1, 2, 3])).toEqual([0, 1])
      expect(own.isUsable).toBe(false)
      expect(await own.do('pack', setup, [0] as never[])).toEqual([])
    } finally {
      jobs.pack = pack
    }
  })
})
