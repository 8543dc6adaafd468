import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Modules that change the world of the program under test before it starts. */
const PRELOADS = {
  /** Nothing outside this machine can be reached, and asking for it fails. */
  noNetwork: `
    import dns from 'node:dns'
    import net from 'node:net'
    import { syncBuiltinESMExports } from 'node:module'
    const refuse = () => { throw new Error('the network was used') }
    net.Socket.prototype.connect = refuse
    dns.lookup = refuse
    dns.promises.lookup = refuse
    syncBuiltinESMExports()`,

  /** The clock is eleven years fast, and every look at it sees another day. */
  clock: `
    const RealDate = Date
    let looks = 0
    const now = () => RealDate.now() + 11 * 365 * 86_400_000 + (looks += 1) * 86_400_000
    globalThis.Date = class Date extends RealDate {
      constructor(...args) {
        if (args.length === 0) super(now())
        else super(...args)
      }
      static now() {
        return now()
      }
    }`,

  /** Folders list their files in reverse order. */
  reverse: `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { readdir } = fs.promises
    fs.promises.readdir = async (...args) => (await readdir(...args)).reverse()
    const { readdirSync } = fs
    fs.readdirSync = (...args) => readdirSync(...args).reverse()
    syncBuiltinESMExports()`,
}

/** Arguments for Node.js that load a module first; it is written to a folder. Threads inherit them. */
export function preload(folder: string, name: keyof typeof PRELOADS): string[] {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, PRELOADS[name])
  return ['--import', file]
}
