import type { TransformOptions, TransformResult } from 'esbuild'

/** A module that esbuild has split off, as CommonJS with plain values as its exports. */
export function toCommonJs(text: string, options: TransformOptions): Promise<TransformResult>

/** The module with an assignment in place of its list of exports. Throws where an export may change. */
export function withPlainExports(text: string): string
