/**
 * The outcome of code of the site. It may wait for something that never comes: then nothing is left to be done in this process, which
 * Node.js would end without a word, and the promise is rejected instead.
 */
export async function settled<Result>(promise: Promise<Result>): Promise<Result> {
  let stop = (): void => undefined
  const idle = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Error('it waits for something that never comes.'))
    process.once('beforeExit', refuse)
    stop = () => process.off('beforeExit', refuse)
  })
  try {
    return await Promise.race([promise, idle])
  } finally {
    stop()
  }
}
