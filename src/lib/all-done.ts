/** Waits for all even if one fails: nobody must go on writing into a folder that is given up. Rejects as the first that failed. */
export async function allDone<Results extends unknown[]>(work: {
  [Index in keyof Results]: Promise<Results[Index]>
}): Promise<Results> {
  await Promise.allSettled(work)
  return Promise.all(work) as Promise<Results>
}
