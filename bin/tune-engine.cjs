const { setFlagsFromString } = require('node:v8')

/**
 * Tells V8 to optimise later. A build lasts seconds, and each of its threads would compile the same functions for
 * itself: that costs more than it saves (a fifth of the CPU time of a cold build, measured on Node.js 20 and 22). Long
 * builds still reach the threshold. To be called before threads start, and before anything is loaded that V8 has kept.
 */
function optimiseLater() {
  const flag = flagFor(process.versions.v8)
  if (flag !== undefined) setFlagsFromString(flag)
}

/** The flag of a V8 version; undefined for versions whose flags are not known, which are left alone. */
function flagFor(version) {
  const major = Number.parseInt(version, 10)
  if (major === 11) return '--interrupt-budget=1600000'
  if (major >= 12 && major <= 14) return '--invocation-count-for-turbofan=20000'
  return undefined
}

exports.optimiseLater = optimiseLater
exports.flagFor = flagFor
