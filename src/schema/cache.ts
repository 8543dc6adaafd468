import * as z from 'zod'

/** An address of the web without query and hash. */
const ADDRESS = /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i

/** True for an address that a shared cache can have. */
export function isCacheAddress(text: string): boolean {
  return ADDRESS.test(text) && URL.canParse(text)
}

/** A cache that machines share (specification 21). */
export const cacheSchema = z.strictObject({
  /** Its address: a server that speaks the HTTP cache protocol of Bazel. */
  remote: z
    .string()
    .refine(isCacheAddress, 'must be an address such as https://cache.example.org/docs')
    .optional(),
  /** Whether `build` puts pages there; by default where `CI` is set. */
  write: z.boolean().optional(),
})
